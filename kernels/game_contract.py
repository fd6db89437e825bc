"""What a game, an evaluator, a candidate generator and an algorithm that plays must define.

Games of two players who move in turn, with no chance and nothing hidden, in which what one wins the
other loses. ``kernels.contract`` is the page to read first: what it says of placeholders,
parameters and compiled code holds here too. An algorithm is written over these placeholders::

    from kernels.contract import candidates, constants, evaluator, game

*Values* are int64, from -MAX_VALUE to MAX_VALUE. An evaluator gives them from the side of the first
player (the one who moves in the empty position); algorithms tell theirs from the side of the player
who is to move in the position that they were given. *Depth* is counted in plies from there;
*remaining* is how many plies of it are left at a node.


A game: ``kernels/games/<name>.py``
-----------------------------------
Plain Python, called once a run or less:

``PARAMETERS: dict[str, Parameter]``; ``fault(params) -> str | None`` (optional)
``specialise(params) -> dict[str, int]``
    what the kernel is specialised for. Required: ``STATE_SIZE`` (length of the state vector),
    ``MOVES`` (moves are numbers from 0 to ``MOVES`` - 1, the same number for the same move in every
    position), ``MAX_MOVES`` (most moves in a position), ``MAX_PLIES`` (most moves in a game).
``exact_keys(params) -> bool``
    whether each position has a key of its own.
``reduces_symmetry(params) -> bool``
    (optional, default False) whether a position and its images have one key.
``move_name(params, move) -> str``
    a move as people write it.
``read(params, item) -> str``
    a position as a config or a file gives it (text, or a list of numbers) -> its canonical text,
    which identifies it and reads as itself. Raises ``ValueError`` with the reason in words.
``beginning(params) -> str``
    (optional) canonical text of the position with which the game begins; without it ``read`` has to
    know the word ``empty``.
``doctor(params, position) -> str | None``
    why there is nothing to search: the game is over there, or no play leads there; or None.
``random_instance(params, rng) -> str`` and ``scrambled_instance(params, rng, moves) -> str``
    (optional) positions that are not over, the latter after so many random moves from the empty
    one (``rng`` is a ``kernels.random.SplitMix64``); ValueError where there are none.
``prepare(params, position) -> T``
    a NamedTuple of arrays (and int64 scalars). It may be the same object for many positions.
``start(params, position) -> state``
    int64[STATE_SIZE], whose ``outcome`` is right also where the game is over.
``written(params, state) -> str``
    canonical text of the position of a state.
``drawn(params, state) -> str``
    the position as several lines of text, for people.

Compiled; ``T`` is what ``prepare`` made, ``state`` an int64[STATE_SIZE] that is changed in place:

``moves(T, state, into, at) -> count``
    write every legal move into ``into[at:]`` (int64), in the game's order; at least one where the
    game is not over.
``play(T, state, move)`` and ``undo(T, state, move)``
    ``play`` is called only where the game is not over, ``undo`` with the last move played.
``outcome(T, state) -> int64``
    one of ONGOING, FIRST_WINS, SECOND_WINS, DRAW, in constant time: ``play`` sees a win the move it
    happens, and a full board.
``mover(T, state) -> int64``
    who is to move: 0 the first player, 1 the second.
``key(T, state) -> uint64``
    the position, the side to move included, as a key for tables of positions: exact, one key for
    each position, where ``exact_keys`` says so; else a hash (Zobrist 1970) whose random numbers are
    the same on every machine. With symmetry reduction it is the least key of the position's images.


An evaluator: ``kernels/evaluators/<game>/<name>.py``, or any file that a config names
--------------------------------------------------------------------------------------
``FITS: str``
    name of its game, or EVERY_GAME for a file that lies above the folders of the games.
``PARAMETERS: dict[str, Parameter]``
    (optional)
``WIN: int``
    value of a game that the first player has won; that of one that he lost is -WIN, that of a draw
    is 0. No other position has a value beyond these.
``SCORES_ENDS: bool`` (optional, default False)
    True: a position in which the game is over has the value that ``evaluate`` gives, as every other
    one has, and WIN is not asked for.
``symmetric(params) -> bool``
    (optional, default False) whether a position and its images have the same value. Where keys are
    those of all images, searches that store positions refuse it unless it says so.
``prepare(T, params) -> E``
    plain Python: a NamedTuple of arrays of whole numbers or booleans (and of int64 scalars); ``T``
    is the game's.
``evaluate(T, E, state) -> int64``
    compiled: the value of a position from the side of the first player.
``update(T, E, state, value, move) -> int64``
    (optional) compiled: value of the position that ``move`` makes of ``state``, whose own is
    ``value``; asked before ``play``; must equal ``evaluate`` there.


A candidate generator: ``kernels/candidates/<game>/<name>.py``, or any file that a config names
-----------------------------------------------------------------------------------------------
Which moves a search looks at, and in which order. ``all`` is every legal move, in the game's order.

``FITS: str``; ``PARAMETERS: dict[str, Parameter]`` (optional)
``BY_REMAINING: bool``
    (optional, default True) False: the moves do not depend on ``remaining``, so that iterative
    deepening may end before its last depth where nothing is left to find.
``symmetric(params) -> bool``
    (optional, default False) whether the moves of an image are the images of the moves, in whatever
    order; asked for as an evaluator's is.
``prepare(T, params) -> C``
    as an evaluator's.
``generate(T, C, state, remaining, into, at) -> count``
    compiled: write the moves into ``into[at:]`` (int64), each once; at least one where the game is
    not over. ``remaining`` (at least 1) is how many plies are left to search, that move's included.


An algorithm that plays: ``kernels/algorithms/<name>.py`` with ``PLAYS = True``
-------------------------------------------------------------------------------
As in ``kernels.contract``, but it is handed ``T, E, C`` where others are handed ``T, H``, and:

``PARAMETERS``, ``fault``, ``specialise``, ``settings``, ``allocate``, ``bytes_used``, ``ITERATIVE``
    as there. ``search.levels`` is int64[n, LEVEL_COLUMNS], by ply, with the columns below.
``USES_HEURISTIC``
    whether it needs an evaluator.
``NEEDS_EXACT_KEYS: bool`` (optional, default False)
    refuse games in which two positions may have the same key.
``TELLS_MOVES: bool`` (optional, default True)
    False: it finds neither a value nor a move, and so cannot be a player.
``EXACT: str``
    what its value is, in a few words: "minimax value at the depth".
``MEMORY: str``
``path(search) -> list[int]``
    moves of the best line that it has kept, beginning with the best move; [] if it knows none.
``begin(search, T, E, C, start)`` and ``advance(search, T, E, C, expansions, generations)``
    as there. The search ends as SOLVED, with ``counters[VALUE]`` and ``counters[HAS_VALUE]`` = 1.
    One that knows the value of an earlier iteration by then leaves it there while it goes on.

Counted, by ply: a node is *generated* when the move that leads to it is played, which the root is
not; a node that is searched again counts again. It is *expanded* when its candidates are asked for,
*evaluated* when its value is asked of the evaluator. It is a *leaf* where the game is over or no
depth is left. A *cutoff* is an expanded node whose best value reached its bound (``at_bound``: at
least beta; ``beyond_bound``: more than beta), counted also when no moves were left; those that were
left are not searched. A *table hit* is a node that a stored value answered, so that it was neither
expanded nor a leaf.
"""

from __future__ import annotations

from kernels import counters as at

ONGOING = 0
FIRST_WINS = 1
SECOND_WINS = 2
DRAW = 3

EVERY_GAME = "every game"

MAX_VALUE = 1 << 40

VALUE = at.SIZE - 1  # of the position searched, from the side of the player to move
HAS_VALUE = at.SIZE - 2  # 1 once VALUE is known

LEVEL_EXPANDED = at.LEVEL_EXPANDED  # columns of ``levels``, whose rows are plies
LEVEL_GENERATED = at.LEVEL_GENERATED
LEVEL_VISITED = at.LEVEL_VISITED  # distinct positions stored, by algorithms that store them all
LEVEL_LEAVES = 3
LEVEL_EVALUATED = 4
LEVEL_CUTOFFS = 5
LEVEL_TABLE_HITS = 6
LEVEL_FIRST_WINS = 7  # leaves in which the first player has won
LEVEL_SECOND_WINS = 8
LEVEL_DRAWS = 9
LEVEL_COLUMNS = 10
