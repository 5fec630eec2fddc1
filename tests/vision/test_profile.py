"""A profile on the disk: the same when it comes back, replaced as a whole, and honest when damaged."""

import zipfile
from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest

from vision.changes import LearnedPrint, patch_side
from vision.errors import LayoutError, ProfileError
from vision.layout import layout_text, load_layout
from vision.lens import Lens
from vision.measuring import resized
from vision.profile import Profile, find_profiles, load_profile, profile_path, save_profile

LAYOUT = resized(load_layout("control-panel"), (1.06, 1.03))
NAMES = tuple(space.name for space in LAYOUT.spaces)


def profile(name="mine", **changes) -> Profile:
    side = patch_side(12.4)
    colours = np.random.default_rng(1).random((len(NAMES), side, side, 3), np.float32)
    known = Profile(
        name,
        LAYOUT.with_moved({"gear.1": (20.0, 118.25)}),
        LearnedPrint(NAMES, colours, 12.4, 0.01),
        MappingProxyType({"gear.1": (20.0, 118.25)}),
        14.0,
        Lens(70.0, -0.02, 0.004),
    )
    return replace(known, **changes)


def test_what_is_kept_comes_back(tmp_path):
    kept = profile()
    back = load_profile(save_profile(kept, tmp_path / "new" / "folder"))
    assert (back.name, back.layout, back.moved, back.die_edge_mm, back.lens) == (
        kept.name, kept.layout, kept.moved, kept.die_edge_mm, kept.lens,
    )  # fmt: skip
    assert (back.print.names, back.print.reach_mm, back.print.noise) == (NAMES, 12.4, 0.01)
    assert np.abs(back.print.colours - kept.print.colours).max() < 0.001
    assert load_profile(save_profile(profile(print=None, die_edge_mm=None), tmp_path)).print is None


@pytest.mark.parametrize("name", ["reference-a3", "control-panel"])
def test_a_layout_that_is_written_is_the_same_when_read(tmp_path, name):
    (tmp_path / "again.toml").write_text(layout_text(load_layout(name)), encoding="utf-8")
    assert load_layout(tmp_path / "again.toml") == load_layout(name)


def test_the_same_profile_is_the_same_file(tmp_path):
    first = save_profile(profile(), tmp_path).read_bytes()
    assert save_profile(profile(), tmp_path).read_bytes() == first
    assert [path.name for path in tmp_path.iterdir()] == ["mine.profile"]
    assert find_profiles(tmp_path) == ("mine",)


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_profile_is_said_in_one_line(tmp_path, seed):
    """Cut short or with bytes changed anywhere: damage is said, or did no harm."""
    whole = save_profile(profile(), tmp_path)
    rng, data = np.random.default_rng(seed), bytearray(whole.read_bytes())
    if seed % 2:
        del data[int(rng.integers(len(data))) :]
    else:
        for at in rng.integers(len(data), size=20):
            data[int(at)] ^= 1 + int(rng.integers(255))
    whole.write_bytes(bytes(data))
    with pytest.raises(ProfileError, match="calibrate again") as caught:
        load_profile(whole)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("version = 1", "version = 2", "of version 2"),
        ("version = 1", "", "'version' is missing"),
        ("k1 = -0.02", 'k1 = "wide"', "cannot be"),
        ("view_deg = 70.0", "view_deg = 7.0", "no lens"),
        ("reach_mm = 12.4", "reach_mm = 13.4", "learned patches"),
        ("die_edge_mm = 14.0", "die_edge_mm = 140.0", "140.0 mm"),
        ("[print]", "[picture]", "unknown part"),
        ("[layout]", "[layout", "damaged"),
        ("space_size_mm =", "space_size =", "space_size_mm"),
    ],
)
def test_a_profile_that_says_what_cannot_be_is_refused(tmp_path, old, new, complaint):
    path = save_profile(profile(), tmp_path)
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    about = parts["profile.toml"].decode()
    assert old in about
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("profile.toml", about.replace(old, new, 1))
        archive.writestr("print.npy", parts["print.npy"])
    with pytest.raises(ProfileError, match=complaint):
        load_profile(path)


def test_what_is_not_there_names_what_is(tmp_path):
    save_profile(profile("blue"), tmp_path)
    with pytest.raises(ProfileError, match="known there: blue"):
        load_profile(profile_path(tmp_path, "red"))


def test_an_older_profile_stays_where_the_disk_refuses(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ProfileError, match="name another folder"):
        save_profile(profile(), tmp_path / "file")
    path = save_profile(profile(), tmp_path)
    before = path.read_bytes()
    path.with_name(f".{path.name}.new").mkdir()
    with pytest.raises(ProfileError):
        save_profile(profile(print=None), tmp_path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["", "../up", ".hidden", "two words", "x" * 80])
def test_a_name_is_a_file_name(tmp_path, name):
    with pytest.raises(ProfileError, match="no name"):
        profile_path(tmp_path, name)
    with pytest.raises(ValueError, match="no name"):
        profile(name)


def test_only_spaces_that_there_are_can_be_moved():
    with pytest.raises(LayoutError, match=r"no space named 'gear\.9'"):
        LAYOUT.with_moved({"gear.9": (1.0, 2.0)})


def test_learned_patches_go_with_their_spaces_and_stay_as_they_are():
    with pytest.raises(ValueError, match="learned patches"):
        LearnedPrint(NAMES, np.zeros((1, 2, 2, 3), np.float32), 12.4)
    with pytest.raises(ValueError, match="read-only"):
        profile().print.colours[0] = 0.0
