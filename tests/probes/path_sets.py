"""Entry point to the set of states on a path."""

from __future__ import annotations

import numpy as np

from kernels.jit import compiled
from kernels.structures import path_set


@compiled
def play(path, keys, steps, found):
    """From an empty set: step i >= 0 looks ``keys[i]`` up and pushes it if it is absent; -1 pops.

    ``found`` says for each step whether the key was there; returns the depth reached.
    """
    path_set.reset(path)
    depth = 0
    for number in range(len(steps)):
        step = steps[number]
        if step < 0:
            depth -= 1
            path_set.pop(path, depth)
            continue
        key = keys[np.uint64(step)]
        found[number] = path_set.contains(path, key)
        if not found[number]:
            path_set.push(path, key, depth)
            depth += 1
    return depth
