"""Training of the network that tells flat dice from leaning ones."""

from collections.abc import Iterator

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.flatness import SQUARED_SIDE
from vision.training.flat_examples import FlatExamples
from vision.training.panel_net import Shape, relit

__all__ = ["FLAT", "train_flat"]

FLAT = Shape(SQUARED_SIDE, 1.0, ((8, 5, 2), (12, 3, 2), (16, 3, 1), (10, 3, 2)), 2, planes=5, placed=16)
_BATCH = 128


def train_flat(
    network: nn.Sequential, examples: FlatExamples, *, seed: int, epochs: int, rate: float
) -> Iterator[float]:
    """Train in place; give the mean loss after every epoch."""
    torch.manual_seed(seed)
    dice = torch.from_numpy(np.ascontiguousarray(examples.dice.transpose(0, 3, 1, 2)))
    slopes, flat = torch.from_numpy(examples.slopes), torch.from_numpy(examples.flat.astype(np.int64))
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=2e-3)
    steps = epochs * (len(flat) // _BATCH)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=0.2)
    for _ in range(epochs):
        network.train()
        losses = []
        for some in torch.randperm(len(flat))[: len(flat) // _BATCH * _BATCH].split(_BATCH):
            loss = functional.cross_entropy(
                network(_varied(dice[some], slopes[some])), flat[some], label_smoothing=0.01
            )
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            plan.step()
            losses.append(float(loss.detach()))
        yield float(np.mean(losses))


def _varied(dice: torch.Tensor, slopes: torch.Tensor) -> torch.Tensor:
    """Turn by quarters, mirror, shake and light dice anew; the slope turns with them."""
    pictures = dice.float() / 255
    quarters = int(torch.randint(4, ()))
    pictures = torch.rot90(pictures, quarters, (2, 3))
    x, y = slopes[:, 0], slopes[:, 1]
    for _ in range(quarters):
        x, y = y, -x
    if torch.rand(()) < 0.5:
        pictures, x = pictures.flip(3), -x
    pictures = relit(_shaken(pictures))
    side = pictures.shape[-1]
    directions = torch.stack([x, y], 1)[:, :, None, None].expand(-1, -1, side, side)
    return torch.cat([pictures, directions], 1)


def _shaken(pictures: torch.Tensor) -> torch.Tensor:
    """Move, turn and scale each die a little: the pips never say exactly where the top is."""
    count = len(pictures)
    angle, size = torch.randn(count) * 0.04, torch.exp(torch.randn(count) * 0.03)
    cos, sin, shift = torch.cos(angle) * size, torch.sin(angle) * size, torch.randn(count, 2) * 0.03
    rows = torch.stack([torch.stack([cos, -sin, shift[:, 0]], 1), torch.stack([sin, cos, shift[:, 1]], 1)], 1)
    grid = functional.affine_grid(rows, list(pictures.shape), align_corners=False)
    return functional.grid_sample(pictures, grid, padding_mode="reflection", align_corners=False)
