"""Kinds of figures, one file for each; ``harness.plots`` draws them."""
