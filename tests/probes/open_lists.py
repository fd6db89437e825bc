"""Entry points to the open lists, which follow scripts."""

from __future__ import annotations

import numpy as np

from kernels.jit import compiled
from kernels.structures import bucket_queue, heap
from kernels.structures import nodes as store

PUSH, REMOVE, PEEK, POP = range(4)  # first number of a line; the others: node, f, h
REFUSED = -2


@compiled
def reset_buckets(queue, seed):
    bucket_queue.reset(queue, seed)


@compiled
def reset_heap(queue, seed):
    heap.reset(queue, seed)


@compiled
def follow_buckets(queue, nodes, keys, script, answers):
    """Go through a script; ``answers`` gets the best nodes that are asked for, and REFUSED."""
    for i in range(len(script)):
        act, node, f, h = script[i, 0], np.uint64(script[i, 1]), script[i, 2], script[i, 3]
        if act == PUSH:
            store.write(nodes, node, keys[node], store.NONE, 0, 0, h, 0)
            if not bucket_queue.push(queue, nodes, node, f, h):
                answers[i] = REFUSED
        elif act == REMOVE:
            bucket_queue.remove(queue, nodes, node, f, h)
        else:
            best = bucket_queue.best(queue)
            answers[i] = np.int64(best)
            if act == POP:
                bucket_queue.drop_best(queue, nodes, best)


@compiled
def follow_heap(queue, nodes, keys, script, answers):
    """The same on a heap."""
    for i in range(len(script)):
        act, node, f, h = script[i, 0], np.uint64(script[i, 1]), script[i, 2], script[i, 3]
        if act == PUSH:
            store.write(nodes, node, keys[node], store.NONE, 0, 0, h, 0)
            if not heap.push(queue, nodes, node, f, h):
                answers[i] = REFUSED
        elif act == REMOVE:
            heap.remove(queue, nodes, node, f, h)
        else:
            best = heap.best(queue)
            answers[i] = np.int64(best)
            if act == POP:
                heap.drop_best(queue, nodes, best)
