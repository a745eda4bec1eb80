// Conway's life on a small torus with double buffering.
#include <stdio.h>
#include <string.h>
#define W 8
#define H 6
static char grid[2][H][W];
int main(void) {
    static const char *const start[H] = {".#......", "..#.....", "###.....", "........", "....##..", "....##.."};
    for (int y = 0; y < H; y++) for (int x = 0; x < W; x++) grid[0][y][x] = start[y][x] == '#';
    int alive = 0;
    for (int gen = 0; gen < 12; gen++) {
        char (*now)[W] = grid[gen & 1], (*next)[W] = grid[~gen & 1]; alive = 0;
        for (int y = 0; y < H; y++) for (int x = 0; x < W; x++) { int n = -now[y][x]; for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++) n += now[(y + dy + H) % H][(x + dx + W) % W]; next[y][x] = n == 3 || (n == 2 && now[y][x]); alive += next[y][x]; }
        printf("%d ", alive);
    }
    putchar('\n'); for (int y = 0; y < H; y++) { for (int x = 0; x < W; x++) putchar(grid[0][y][x] ? '#' : '.'); putchar('\n'); }
    return alive;
}
