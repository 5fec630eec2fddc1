"""The camera: one contract for the simulated and the real one, then what only a simulation can show."""

import numpy as np
import pytest
from PIL import Image

from hardware import DeviceClosed, DeviceUnavailable, Fault, FaultSpan, PictureFolder
from hardware.camera import BUFFERS, PicameraCamera, full_view_mode, steady_exposure
from hardware.pi import open_picamera
from hardware.simulated_camera import MODULE_3_MODES, SimulatedPicamera2


@pytest.fixture
def picamera(table, clock):
    return SimulatedPicamera2(table.draw, clock)


@pytest.fixture
def camera(picamera):
    return PicameraCamera(lambda: picamera)


@pytest.fixture(params=["simulated", pytest.param("real", marks=pytest.mark.pi)])
def any_camera(request, picamera):
    camera = PicameraCamera((lambda: picamera) if request.param == "simulated" else open_picamera)
    yield camera
    camera.close()


class TestContract:
    def test_a_capture_is_a_picture_in_rgb(self, any_camera):
        array = any_camera.capture().array
        assert (array.shape, array.dtype) == ((864, 1536, 3), np.uint8)
        assert array.flags.c_contiguous

    def test_each_capture_is_a_later_picture(self, any_camera):
        captures = [any_camera.capture() for _ in range(3)]
        assert [capture.sequence for capture in captures] == [0, 1, 2]
        times = [capture.sensor_time_s for capture in captures]
        assert times == sorted(set(times))

    def test_a_picture_stays_as_it_is_when_the_next_is_taken(self, any_camera):
        first = any_camera.capture().array
        kept = first.copy()
        for _ in range(BUFFERS + 1):
            any_camera.capture()
        assert np.array_equal(first, kept)

    def test_exposure_can_be_locked_and_unlocked(self, any_camera):
        any_camera.capture()
        any_camera.lock_exposure()
        any_camera.capture()
        any_camera.unlock_exposure()
        any_camera.capture()

    def test_a_closed_camera_sees_nothing(self, any_camera):
        any_camera.close()
        any_camera.close()
        with pytest.raises(DeviceClosed):
            any_camera.capture()
        with pytest.raises(DeviceClosed):
            any_camera.lock_exposure()


def test_colours_arrive_in_their_order(camera, table):
    """A camera that swaps red and blue would take orange dice for blue ones."""
    table.colour = (250, 130, 20)
    assert tuple(camera.capture().array[0, 0]) == (250, 130, 20)


def test_the_whole_view_is_asked_for(camera, picamera):
    assert picamera.configuration["sensor"] == {"output_size": (2304, 1296), "bit_depth": 10}
    assert picamera.configuration["main"] == {"size": (1536, 864), "format": "BGR888"}


def test_no_picture_is_kept_waiting(picamera, camera):
    """One that lay ready would be older than the question."""
    assert picamera.configuration["queue"] is False
    assert picamera.configuration["buffer_count"] >= 2


def test_no_picture_is_drawn_that_nobody_asked_for(camera, table):
    assert table.drawn == 0
    camera.capture()
    assert table.drawn == 1


def test_the_time_is_the_sensors(camera, clock):
    clock.now = 12.5
    assert camera.capture().sensor_time_s == 12.5


def test_every_buffer_is_given_back(camera, picamera):
    for _ in range(3 * BUFFERS):
        camera.capture()
    assert picamera.buffers_out == 0


def test_the_buffer_is_given_back_also_when_the_picture_is_spoilt(camera, picamera, monkeypatch):
    with monkeypatch.context() as spoiling:
        spoiling.setattr(picamera, "_draw", lambda: None)
        with pytest.raises(DeviceUnavailable, match="camera gives no picture"):
            camera.capture()
    assert picamera.buffers_out == 0
    assert camera.capture().array.shape == (864, 1536, 3)


def test_closing_stops_the_camera_and_gives_it_back(camera, picamera):
    assert picamera.is_running
    camera.close()
    assert (picamera.is_running, picamera.is_closed) == (False, True)


# ---- faults ------------------------------------------------------------------


def test_a_frozen_camera_shows_itself_by_its_number_and_time(camera, picamera, clock, table):
    picamera.faults = [FaultSpan(Fault.FREEZE, 1.0, 2.0)]
    seen = []
    for clock.now in (0.5, 1.2, 1.8, 2.1):
        table.colour = (int(clock.now * 100), 0, 0)
        capture = camera.capture()
        seen.append((capture.sequence, capture.sensor_time_s, capture.array[0, 0, 0]))
    assert seen == [(0, 0.5, 50), (0, 0.5, 50), (0, 0.5, 50), (1, 2.1, 210)]


def test_in_the_dark_pictures_come_but_are_nearly_black(camera, picamera):
    picamera.faults = [FaultSpan(Fault.DARK)]
    capture = camera.capture()
    assert capture.array.max() < 10
    assert capture.sequence == 0


def test_a_slow_camera_shows_what_was_a_second_ago(camera, picamera, clock, table):
    picamera.faults = [FaultSpan(Fault.SLOW, 1.0)]
    late = []
    for tick in range(41):
        clock.now = tick / 10
        table.colour = (tick, 0, 0)
        late.append(round(clock.now - camera.capture().sensor_time_s, 3))
    assert late[:10] == [0.0] * 10
    assert late[19:] == [1.0] * 22
    assert camera.capture().array[0, 0, 0] == 30


def test_an_unplugged_camera_is_told_and_comes_back(camera, picamera, clock):
    picamera.faults = [FaultSpan(Fault.UNPLUG, 1.0, 2.0)]
    camera.capture()
    clock.now = 1.0
    for _ in range(3 * BUFFERS):
        with pytest.raises(
            DeviceUnavailable, match=r"^camera sent no picture for 1 s; check its ribbon cable"
        ):
            camera.capture()
    clock.now = 2.0
    assert camera.capture().sequence == 1
    assert picamera.buffers_out == 0


def test_a_timeout_asks_for_no_second_picture(camera, picamera, monkeypatch):
    """The first one still waits in the camera's queue; each further one would cost a buffer for good."""
    asked = []
    capture_request = picamera.capture_request
    monkeypatch.setattr(picamera, "capture_request", lambda wait: asked.append(wait) or capture_request(wait))
    picamera.faults = [FaultSpan(Fault.UNPLUG)]
    for _ in range(3):
        with pytest.raises(DeviceUnavailable):
            camera.capture()
    assert asked == [False]


def test_a_camera_that_is_cut_off_is_not_waited_for_when_closing(camera, picamera):
    """picamera2's stop() never returns once the camera is unplugged."""
    picamera.faults = [FaultSpan(Fault.UNPLUG)]
    with pytest.raises(DeviceUnavailable):
        camera.capture()
    camera.close()
    assert picamera.is_running


def test_a_camera_that_cannot_start_is_told_and_given_back(picamera):
    picamera.faults = [FaultSpan(Fault.UNPLUG)]
    with pytest.raises(DeviceUnavailable, match=r"camera cannot be started \(Camera __init__ sequence"):
        PicameraCamera(lambda: picamera)
    assert picamera.is_closed


def test_an_absent_camera_is_told_with_what_to_do():
    def no_camera():
        raise IndexError("list index out of range")

    with pytest.raises(DeviceUnavailable, match=r"camera not found .*; check its ribbon cable and"):
        PicameraCamera(no_camera)


# ---- exposure ----------------------------------------------------------------


def test_locking_holds_what_the_last_picture_had(camera, picamera):
    camera.capture()
    camera.lock_exposure()
    held = picamera.controls
    assert (held["AeEnable"], held["AwbEnable"], held["AfMode"]) == (False, False, 0)
    assert held["ExposureTime"] == 20_000
    assert held["AnalogueGain"] == pytest.approx(2.0 * 23 / 20)
    assert (held["ColourGains"], held["LensPosition"]) == ((2.1, 1.7), 2.3)


def test_unlocking_follows_the_light_again(camera, picamera):
    camera.capture()
    camera.lock_exposure()
    camera.unlock_exposure()
    assert (picamera.controls["AeEnable"], picamera.controls["AwbEnable"]) == (True, True)


def test_a_camera_without_focus_is_not_asked_to_focus(table, clock):
    picamera = SimulatedPicamera2(table.draw, clock)
    picamera.camera_controls = {"AeEnable": None, "AwbEnable": None}
    PicameraCamera(lambda: picamera).lock_exposure()
    assert picamera.controls == {"AeEnable": False, "AwbEnable": False}


def test_a_control_that_is_refused_is_told(camera, picamera, monkeypatch):
    def refuse(controls):
        raise RuntimeError("Control AeEnable is not advertised by libcamera")

    monkeypatch.setattr(picamera, "set_controls", refuse)
    with pytest.raises(DeviceUnavailable, match="camera refuses its settings"):
        camera.unlock_exposure()


@pytest.mark.parametrize(
    ("exposure_us", "mains_hz", "held_us"),
    [
        pytest.param(33_000, 50, 30_000, id="three flickers at 50 Hz"),
        pytest.param(30_000, 60, 25_000, id="three flickers at 60 Hz"),
        pytest.param(9_990, 50, 10_000, id="one, give or take a line"),
        pytest.param(4_000, 50, 4_000, id="too bright for one"),
    ],
)
def test_the_shutter_keeps_step_with_the_mains(exposure_us, mains_hz, held_us):
    controls = steady_exposure({"ExposureTime": exposure_us, "AnalogueGain": 1.5}, mains_hz)
    assert controls["ExposureTime"] == held_us
    assert controls["ExposureTime"] * controls["AnalogueGain"] == pytest.approx(exposure_us * 1.5)


def test_before_the_first_picture_there_is_nothing_to_hold():
    assert steady_exposure({}, 50) == {"AeEnable": False, "AwbEnable": False, "AfMode": 0}


@pytest.mark.parametrize(
    ("size", "mode"),
    [
        pytest.param((1536, 864), (2304, 1296), id="not the smallest: that one sees a part only"),
        pytest.param((2304, 1296), (2304, 1296), id="just enough"),
        pytest.param((3000, 2000), (4608, 2592), id="the largest"),
        pytest.param((9000, 6000), (4608, 2592), id="more than there is"),
    ],
)
def test_the_widest_view_is_chosen(size, mode):
    assert full_view_mode(MODULE_3_MODES, size)["size"] == mode


# ---- a folder of pictures ----------------------------------------------------


def test_a_folder_is_seen_picture_by_picture(tmp_path, clock):
    for number in (2, 0, 1):
        Image.new("RGB", (64, 48), (number, 10, 20)).save(tmp_path / f"{number}.png")
    (tmp_path / "notes.txt").write_text("not a picture")
    folder = PictureFolder(tmp_path)
    camera = PicameraCamera(lambda: SimulatedPicamera2(folder, clock))
    assert folder.name == ""
    seen = [(camera.capture().array[0, 0].tolist(), folder.name) for _ in range(4)]
    assert seen == [
        ([0, 10, 20], "0.png"),
        ([1, 10, 20], "1.png"),
        ([2, 10, 20], "2.png"),
        ([2, 10, 20], "2.png"),
    ]


def test_a_folder_without_pictures_is_told(tmp_path):
    with pytest.raises(DeviceUnavailable, match="has no pictures in"):
        PictureFolder(tmp_path)
