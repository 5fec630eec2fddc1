"""Loading and asking the small networks that come with the package."""

from importlib.resources import files

import cv2
import numpy as np

from vision.image import Floats

__all__ = ["ask", "load_network"]


def load_network(name: str) -> cv2.dnn.Net:
    """Load the weights of that name from the package's data."""
    weights = (files("vision") / "data" / name).read_bytes()
    net = cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))
    net.setPreferableBackend(cv2.dnn.DNN_BACKEND_OPENCV)
    return net


def ask(net: cv2.dnn.Net, planes: Floats) -> Floats:
    """Return how likely each class is for inputs (N x planes x side x side): N x classes."""
    net.setInput(planes)
    scores = np.asarray(net.forward(), np.float32)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float32)
