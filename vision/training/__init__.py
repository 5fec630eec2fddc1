"""How the small networks of the eye are made: drawn examples, training, and what they reach.

Needs PyTorch and onnx, which nothing else here does; see the cards beside the weights.
"""
