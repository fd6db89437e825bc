// Alpha-beta on Connect Four, 7 x 6, by hand: fail-soft, columns from left to right, no table.
// Reads a depth in plies, prints the nodes generated (the root is none) and the seconds it took.
#include <chrono>
#include <cstdint>
#include <iostream>

namespace {

constexpr int WIDTH = 7, HEIGHT = 6, COLUMN = HEIGHT + 1;
std::int64_t generated = 0;

bool wins(std::uint64_t stones) {
    for (int step : {1, HEIGHT, HEIGHT + 1, HEIGHT + 2}) {
        std::uint64_t pairs = stones & (stones >> step);
        if (pairs & (pairs >> 2 * step)) return true;
    }
    return false;
}

// `own` are the stones of the player to move; `heights` the places that columns are filled up to.
int value(std::uint64_t own, std::uint64_t other, int *heights, int stones, int depth, int alpha,
          int beta) {
    if (stones == WIDTH * HEIGHT || depth == 0) return 0;
    int best = -2;
    for (int column = 0; column < WIDTH; ++column) {
        if (heights[column] == HEIGHT) continue;
        std::uint64_t moved = own | (std::uint64_t{1} << (column * COLUMN + heights[column]));
        ++generated;
        int found;
        if (wins(moved)) {
            found = 1;
        } else {
            ++heights[column];
            found = -value(other, moved, heights, stones + 1, depth - 1, -beta, -alpha);
            --heights[column];
        }
        if (found > best) best = found;
        if (best >= beta) break;
        if (best > alpha) alpha = best;
    }
    return best;
}

}  // namespace

int main() {
    int depth, heights[WIDTH] = {};
    std::cin >> depth;
    auto begin = std::chrono::steady_clock::now();
    value(0, 0, heights, 0, depth, -2, 2);
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::cout << generated << " " << seconds.count() << "\n";
}
