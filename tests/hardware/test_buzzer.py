"""Tunes, heard on the buzzer's pin."""

import pytest

from hardware import DeviceClosed, DeviceUnavailable, PinMap, Tune, TuneError, open_simulated_console
from hardware.buzzer import Buzzer, open_buzzer
from hardware.simulated_pins import SimulatedPins

UP = Tune(((440.0, 0.1), (None, 0.05), (880.0, 0.2)))


def test_a_tune_sounds_note_by_note_and_ends(console, run):
    console.buzzer.play(UP)
    run(1.0)
    assert console.sounds() == [(0.05, 440.0), (0.15, None), (0.2, 880.0), (0.4, None)]


def test_a_tone_is_half_on_half_off(console, run):
    console.buzzer.play(UP)
    run(0.1)
    last = console.pins.fitted[PinMap().buzzer].history[-1]
    assert (last.level, last.frequency_hz) == (0.5, 440.0)


def test_nothing_sounds_before_the_tick(console):
    console.buzzer.play(UP)
    assert console.sounds() == []
    assert console.buzzer.is_playing


def test_the_newest_tune_takes_over(console, run):
    console.buzzer.play(UP)
    run(0.1)
    console.buzzer.play(Tune(((220.0, 0.1),)))
    run(1.0)
    assert console.sounds() == [(0.05, 440.0), (0.15, 220.0), (0.25, None)]
    assert not console.buzzer.is_playing


def test_an_empty_tune_silences(console, run):
    console.buzzer.play(UP)
    run(0.1)
    console.buzzer.play(Tune(()))
    run(0.2)
    assert console.sounds() == [(0.05, 440.0), (0.15, None)]


def test_a_late_tick_swallows_no_note(console, clock):
    """However slow the loop, every note is heard, and the rest of the tune catches up."""
    console.buzzer.play(Tune(((440.0, 0.06), (550.0, 0.06), (660.0, 0.06), (880.0, 0.5))))
    for now in (0.0, 0.5, 0.6, 0.65, 0.7, 1.0, 1.05, 1.2):
        clock.now = now
        console.buzzer.tick(now)
    assert console.sounds() == [(0.0, 440.0), (0.5, 550.0), (0.6, 660.0), (0.65, 880.0), (1.2, None)]


def test_short_notes_keep_the_beat_of_the_whole(console, run):
    """Notes that end between two ticks do not make the tune longer and longer."""
    console.buzzer.play(Tune(((440.0, 0.07), (550.0, 0.07)) * 10))
    run(3.0)
    assert console.sounds()[-1] == (1.45, None)


def test_closing_silences(console, run):
    console.buzzer.play(UP)
    run(0.1)
    console.close()
    assert console.sounds() == [(0.05, 440.0), (0.1, None)]


def test_without_a_buzzer_tunes_are_silent(clock, table):
    with open_simulated_console(draw=table.draw, clock=clock, pins=PinMap(buzzer=None)) as console:
        console.buzzer.play(UP)
        console.tick(0.0)
        assert console.buzzer.is_playing
        assert console.sounds() == []


def test_a_tune_knows_its_length():
    assert UP.seconds == pytest.approx(0.35)


@pytest.mark.parametrize(
    ("note", "message"),
    [
        pytest.param((54.0, 0.1), "choose 55 to 3520 Hz", id="too low"),
        pytest.param((3521.0, 0.1), "choose 55 to 3520 Hz", id="too high"),
        pytest.param((440.0, 0.0), "more than 0 seconds", id="no length"),
        pytest.param((None, -1.0), "more than 0 seconds", id="a rest backwards"),
    ],
)
def test_a_note_that_cannot_be_played_is_refused(note, message):
    with pytest.raises(TuneError, match=message) as caught:
        Tune((note,))
    assert caught.value.note == note


@pytest.mark.parametrize("frequency", [55.0, 3520.0])
def test_the_outermost_notes_sound(console, run, frequency):
    console.buzzer.play(Tune(((frequency, 0.1),)))
    run(0.1)
    assert console.sounds() == [(0.05, frequency)]


def test_a_closed_buzzer_plays_nothing(console):
    console.buzzer.close()
    with pytest.raises(DeviceClosed):
        console.buzzer.play(UP)
    with pytest.raises(DeviceClosed):
        console.buzzer.tick(0.0)


class MuteSounder:
    """A sounder whose pin library fails with an error of its own kind."""

    class Error(Exception):
        pass

    def play(self, tone):
        raise self.Error("GPIO busy")

    def stop(self):
        raise self.Error("GPIO busy")

    def close(self):
        raise self.Error("GPIO busy")


def test_a_pin_that_fails_is_named():
    buzzer = Buzzer(MuteSounder())
    buzzer.play(UP)
    with pytest.raises(DeviceUnavailable, match=r"buzzer cannot be sounded \(GPIO busy\)"):
        buzzer.tick(0.0)
    buzzer.close()


def test_a_pin_in_use_is_named(clock):
    pins = SimulatedPins(clock)
    first = open_buzzer(12, pins)
    with pytest.raises(DeviceUnavailable, match="buzzer cannot have GPIO 12"):
        open_buzzer(12, pins)
    first.close()
    pins.close()
