"""A simulated I2C bus: stands in for smbus2.SMBus, so that luma drives it as it drives the real one."""

import errno
import os
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

import smbus2

__all__ = ["BusChip", "SimulatedBus", "SimulatedSMBus", "Transaction"]

REMEMBERED = 1_000
BITS_PER_BYTE = 9
"""Eight and the acknowledge."""


class BusChip(Protocol):
    """Something on the bus that can be written to."""

    def receive(self, payload: bytes) -> None:
        """Take the bytes of one transaction, the address taken off."""
        ...


@dataclass(frozen=True, slots=True)
class Transaction:
    """One write on the bus."""

    address: int
    payload: bytes

    @property
    def bytes_on_wire(self) -> int:
        """The address and the payload."""
        return 1 + len(self.payload)


class SimulatedBus:
    """One I2C bus and the chips on it; chips can be unplugged and plugged in again while it runs."""

    def __init__(self, port: int = 1) -> None:
        self.port = port
        self.chips: dict[int, BusChip] = {}
        self.transactions: deque[Transaction] = deque(maxlen=REMEMBERED)
        """The last ones, oldest first."""

    def send(self, address: int, payload: bytes) -> None:
        """Carry one write.

        Raises:
            OSError: no chip answers at that address (EREMOTEIO, as Linux has it).
        """
        if address not in self.chips:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        self.transactions.append(Transaction(address, payload))
        self.chips[address].receive(payload)

    def seconds(self, baud: int) -> float:
        """How long the remembered transactions take on a real bus of that many bits a second."""
        return sum(transaction.bytes_on_wire for transaction in self.transactions) * BITS_PER_BYTE / baud

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """Within this block, opening an I2C bus of the machine opens this one."""
        # luma's own `bus=` argument is not used: with it luma cuts every picture into pieces of 32 bytes,
        # and what is tested is no longer what runs on the Pi.
        real = smbus2.SMBus
        smbus2.SMBus = self._open  # type: ignore[assignment,misc]
        try:
            yield
        finally:
            smbus2.SMBus = real  # type: ignore[misc]

    def _open(self, port: int) -> "SimulatedSMBus":
        if port != self.port:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), f"/dev/i2c-{port}")
        return SimulatedSMBus(self)


class SimulatedSMBus:
    """The part of smbus2.SMBus that luma uses."""

    def __init__(self, bus: SimulatedBus) -> None:
        self._bus: SimulatedBus | None = bus

    def write_i2c_block_data(self, address: int, register: int, data: Iterable[int]) -> None:
        """Write a register byte and up to 32 bytes.

        Raises:
            OSError: the bus was closed, or no chip answers.
        """
        self._send(address, bytes([register, *data]))

    def i2c_rdwr(self, *messages: Any) -> None:
        """Write whole messages.

        Raises:
            OSError: the bus was closed, or no chip answers.
        """
        for message in messages:
            self._send(message.addr, bytes(message))

    def close(self) -> None:
        """Give the bus back; a second time does nothing."""
        self._bus = None

    def _send(self, address: int, payload: bytes) -> None:
        if self._bus is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        self._bus.send(address, payload)
