"""Which of several nodes with the same priority is expanded first."""

FIFO = 1  # earliest put on open
LIFO = 2  # latest put on open
LOW_H = 3  # least h, then latest
HIGH_H = 4  # greatest h, then latest
LEXICOGRAPHIC = 5  # least state vector
RANDOM = 6  # least of random numbers, one drawn each time a node is put on open

CODES = {
    "fifo": FIFO,
    "lifo": LIFO,
    "low_h": LOW_H,
    "high_h": HIGH_H,
    "lexicographic": LEXICOGRAPHIC,
    "random": RANDOM,
}
