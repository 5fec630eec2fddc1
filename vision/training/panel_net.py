"""The network that reads dice in spaces: its shape, its training, and its weights as a file for cv2.dnn.

Training sees every patch moved, turned, mirrored, scaled and in other light each time, so that nothing is
left to learn but the die.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.nn.utils.fusion import fuse_conv_bn_eval

from vision.opinion import GATE_SIDE, LOOK_SIDE, UNREADABLE
from vision.patches import SIDE
from vision.training.panel_examples import Examples

__all__ = ["DICE", "GATE", "Shape", "export", "load_or_new", "new_network", "relit", "train"]


@dataclass(frozen=True, slots=True)
class Shape:
    """How a network is built."""

    side: int
    """Pixels a side that it looks at."""
    reach: float
    """The part of a patch that it looks at."""
    layers: tuple[tuple[int, int, int], ...]
    """Channels, kernel and stride of each layer."""
    classes: int
    planes: int = 3
    placed: int = 0
    """Units of a last layer that knows where in the picture things are; 0: it only counts what there is."""

    @property
    def is_coarse(self) -> bool:
        """Say whether it looks at patches so much smaller than they are that half the pixels tell as much."""
        return self.side * 2 <= SIDE * self.reach


DICE = Shape(
    LOOK_SIDE,
    LOOK_SIDE / SIDE,
    ((12, 5, 2), (16, 3, 2), (24, 3, 1), (32, 3, 2), (48, 3, 1), (64, 3, 2)),
    UNREADABLE + 1,
)
GATE = Shape(GATE_SIDE, 1.0, ((10, 3, 1), (20, 3, 2), (28, 3, 2)), 2)
_BATCH = 128
_SMOOTHING = 0.01


def new_network(shape: Shape, seed: int) -> nn.Sequential:
    """Build an untrained network: N x 3 x side x side in parts of white, to N x classes scores."""
    torch.manual_seed(seed)
    layers: list[nn.Module] = []
    channels = shape.planes
    for width, kernel, stride in shape.layers:
        layers += [
            nn.Conv2d(channels, width, kernel, stride, kernel // 2, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(),
        ]
        channels = width
    if not shape.placed:
        head: list[nn.Module] = [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels, shape.classes)]
    else:
        left = shape.side // math.prod(stride for _, _, stride in shape.layers)
        head = [
            nn.Flatten(),
            nn.Linear(channels * left * left, shape.placed),
            nn.ReLU(),
            nn.Linear(shape.placed, shape.classes),
        ]
    return nn.Sequential(*layers, *head)


def load_or_new(shape: Shape, seed: int, start: Path | None) -> nn.Sequential:
    """Build a network; with the weights of an earlier training if they are given."""
    network = new_network(shape, seed)
    if start is not None:
        network.load_state_dict(torch.load(start))
    return network


def train(
    network: nn.Sequential, shape: Shape, examples: Examples, *, seed: int, epochs: int, rate: float
) -> Iterator[float]:
    """Train in place; give the mean loss after every epoch.

    With two classes it learns only whether anything lies there.
    """
    torch.manual_seed(seed)
    patches = torch.from_numpy(np.ascontiguousarray(examples.patches.transpose(0, 3, 1, 2)))
    labels = torch.from_numpy(examples.labels.astype(np.int64)).clamp(max=shape.classes - 1)
    counts = torch.bincount(labels, minlength=shape.classes).float()
    weight = (counts.mean() / counts.clamp(min=1)).clamp(0.3, 3.0)
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-3)
    steps = epochs * (len(labels) // _BATCH)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=0.2)
    for _ in range(epochs):
        network.train()
        losses = []
        for some in torch.randperm(len(labels))[: len(labels) // _BATCH * _BATCH].split(_BATCH):
            scores = network(varied(patches[some], shape))
            loss = functional.cross_entropy(scores, labels[some], weight, label_smoothing=_SMOOTHING)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            plan.step()
            losses.append(float(loss))
        yield float(np.mean(losses))


def varied(patches: torch.Tensor, shape: Shape) -> torch.Tensor:
    """Show uint8 patches (N x 3 x side x side) as they might have been seen instead, 0 to 1."""
    parts = patches.float() / 255
    if shape.is_coarse:
        return functional.avg_pool2d(relit(_moved(functional.avg_pool2d(parts, 2), 2 * shape.side, 1.0)), 2)
    return relit(_moved(parts, shape.side, shape.reach))


def _moved(patches: torch.Tensor, side: int, reach: float) -> torch.Tensor:
    """Turn, mirror, scale and shift each patch, and take the middle that the network looks at."""
    count = len(patches)
    angle = torch.randint(4, (count,)) * (torch.pi / 2) + torch.randn(count) * 0.12
    size = torch.exp(torch.randn(count) * 0.05) * reach
    stretch = torch.exp(torch.randn(count) * 0.015)
    mirror = torch.where(torch.rand(count) < 0.5, -1.0, 1.0)
    cos, sin = torch.cos(angle) * size, torch.sin(angle) * size
    shift = torch.randn(count, 2) * 0.03
    rows = torch.stack(
        [
            torch.stack([cos * mirror * stretch, -sin, shift[:, 0]], 1),
            torch.stack([sin * mirror * stretch, cos, shift[:, 1]], 1),
        ],
        1,
    )
    grid = functional.affine_grid(rows, [count, 3, side, side], align_corners=False)
    return functional.grid_sample(patches, grid, padding_mode="reflection", align_corners=False)


def relit(patches: torch.Tensor) -> torch.Tensor:
    """Change light, balance, shine, blur and noise."""
    count = len(patches)
    if torch.rand(()) < 0.35:
        patches = _blurred(patches, float(torch.rand(()) * 1.2 + 0.3))
    gain = torch.exp(torch.randn(count, 3, 1, 1) * 0.08 + torch.randn(count, 1, 1, 1) * 0.12)
    power = torch.exp(torch.randn(count, 1, 1, 1) * 0.15)
    patches = (patches * gain).clamp(0, 1) ** power + _shine(count, patches.shape[-1])
    noise = torch.rand(count, 1, 1, 1) * 0.035
    return (patches + torch.randn_like(patches) * noise).clamp(0, 1)


def _blurred(patches: torch.Tensor, sigma: float) -> torch.Tensor:
    steps = torch.arange(-4, 5).float()
    line = torch.exp(-((steps / sigma) ** 2) / 2)
    line = (line / line.sum()).repeat(3, 1)
    wide = functional.pad(patches, (4, 4, 4, 4), mode="reflect")
    return functional.conv2d(
        functional.conv2d(wide, line[:, None, None, :], groups=3), line[:, None, :, None], groups=3
    )


def _shine(count: int, side: int) -> torch.Tensor:
    """Draw soft bright spots for some patches, as lamps leave them on glossy things, and slopes of light."""
    steps = torch.linspace(-1, 1, side)
    down, across = steps[None, :, None], steps[None, None, :]
    x, y = torch.rand(2, count, 1, 1) * 1.6 - 0.8
    spread = torch.rand(count, 1, 1) * 0.35 + 0.05
    spot = torch.exp(-((across - x) ** 2 + (down - y) ** 2) / (2 * spread**2))
    strength = torch.where(torch.rand(count, 1, 1) < 0.25, torch.rand(count, 1, 1) * 0.6, torch.zeros(()))
    slope = (across * x + down * y) * (torch.randn(count, 1, 1) * 0.08)
    return (spot * strength + slope)[:, None]


def export(network: nn.Sequential, shape: Shape, path: Path) -> None:
    """Write the weights for cv2.dnn, normalisation folded into the layers before it; and as they are.

    Training can go on from the second file, FILE.pt.
    """
    torch.save(network.state_dict(), path.with_suffix(".pt"))
    network.eval()
    layers: list[nn.Module] = []
    for layer in network:
        if isinstance(layer, nn.BatchNorm2d):
            layers[-1] = fuse_conv_bn_eval(layers[-1], layer)
        else:
            layers.append(layer)
    torch.onnx.export(
        nn.Sequential(*layers),
        (torch.zeros(1, shape.planes, shape.side, shape.side),),
        str(path),
        dynamo=False,
        opset_version=11,
        input_names=["patches"],
        output_names=["scores"],
        dynamic_axes={"patches": {0: "count"}, "scores": {0: "count"}},
    )
