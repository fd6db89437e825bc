"""All that is compiled: search algorithms, domains, heuristics and their data structures.

Nothing here knows of configs, files of results or tables; see ``kernels.contract``.
"""
