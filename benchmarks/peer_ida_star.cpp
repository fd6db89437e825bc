// IDA* with Manhattan distance for the 15-puzzle, by Korf's rule, as one would write it by hand:
// recursion, neighbour lists, a table of increments. Boards on stdin, one a line, goal 0 1 ... 15;
// prints the nodes generated in all and the seconds taken.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>

namespace {

constexpr int kCells = 16;
int increment[kCells][kCells][kCells];  // by tile, from, to
int neighbours[kCells][4], neighbour_count[kCells];

struct Board {
  signed char tile[kCells];
  int blank, h;
};

int bound, next_bound;
long long generated;

int distance(int tile, int cell) {
  return std::abs(tile / 4 - cell / 4) + std::abs(tile % 4 - cell % 4);
}

bool descend(Board &board, int g, int came_from) {
  const int blank = board.blank, h = board.h;
  for (int i = 0; i < neighbour_count[blank]; ++i) {
    const int cell = neighbours[blank][i];
    if (cell == came_from) continue;
    ++generated;
    const int tile = board.tile[cell];
    const int child_h = h + increment[tile][cell][blank];
    const int f = g + 1 + child_h;
    if (f > bound) {
      if (f < next_bound) next_bound = f;
      continue;
    }
    if (child_h == 0) return true;
    board.tile[blank] = static_cast<signed char>(tile);
    board.blank = cell;
    board.h = child_h;
    if (descend(board, g + 1, blank)) return true;
    board.tile[cell] = static_cast<signed char>(tile);
    board.blank = blank;
    board.h = h;
  }
  return false;
}

void prepare() {
  for (int cell = 0; cell < kCells; ++cell) {  // up, left, right, down
    const int row = cell / 4, column = cell % 4;
    int &count = neighbour_count[cell];
    if (row > 0) neighbours[cell][count++] = cell - 4;
    if (column > 0) neighbours[cell][count++] = cell - 1;
    if (column < 3) neighbours[cell][count++] = cell + 1;
    if (row < 3) neighbours[cell][count++] = cell + 4;
  }
  for (int tile = 1; tile < kCells; ++tile)
    for (int from = 0; from < kCells; ++from)
      for (int to = 0; to < kCells; ++to)
        increment[tile][from][to] = distance(tile, to) - distance(tile, from);
}

}  // namespace

int main() {
  prepare();
  std::string line;
  const auto start = std::chrono::steady_clock::now();
  while (std::getline(std::cin, line)) {
    std::istringstream numbers(line);
    Board board{};
    for (int cell = 0, number; cell < kCells && numbers >> number; ++cell) {
      board.tile[cell] = static_cast<signed char>(number);
      if (number == 0) board.blank = cell;
      else board.h += distance(number, cell);
    }
    for (bound = board.h;; bound = next_bound) {
      next_bound = 1 << 30;
      Board copy = board;
      if (descend(copy, 0, -1)) break;
    }
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%lld %f\n", generated, seconds.count());
}
