"""Pixels in, readings out: what lies on the panel, and how sure that is."""
