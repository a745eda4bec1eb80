// Union-find with path halving, Kruskal's spanning tree, breadth-first search on a grid.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int parent[10], rank_[10]; static int find(int x) { while (parent[x] != x) x = parent[x] = parent[parent[x]]; return x; }
static int unite(int a, int b) { a = find(a); b = find(b); if (a == b) return 0; if (rank_[a] < rank_[b]) { int t = a; a = b; b = t; } parent[b] = a; rank_[a] += rank_[a] == rank_[b]; return 1; }
struct edge { int a, b, w; }; static int by_w(const void *x, const void *y) { return ((const struct edge *)x)->w - ((const struct edge *)y)->w; }
int main(void) {
    struct edge e[] = {{0, 1, 4}, {1, 2, 8}, {2, 3, 7}, {3, 4, 9}, {4, 5, 10}, {5, 6, 2}, {6, 7, 1}, {7, 0, 11}, {1, 7, 12}, {2, 8, 3}, {8, 6, 6}, {2, 5, 5}}; int n = sizeof e / sizeof *e, total = 0, used = 0; for (int i = 0; i < 10; i++) parent[i] = i; qsort(e, n, sizeof *e, by_w); for (int i = 0; i < n; i++) if (unite(e[i].a, e[i].b)) { total += e[i].w; used++; } printf("%d %d %d\n", total, used, find(9) == find(0));
    static const char maze[5][8] = {"S..#...", ".#.#.#.", ".#...#.", ".####..", "......E"}; int dist[5][7], q[35], head = 0, tail = 0; memset(dist, -1, sizeof dist); dist[0][0] = 0; q[tail++] = 0;
    while (head < tail) { int c = q[head++], y = c / 7, x = c % 7; static const signed char d[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}}; for (int k = 0; k < 4; k++) { int ny = y + d[k][0], nx = x + d[k][1]; if (ny < 0 || nx < 0 || ny > 4 || nx > 6 || maze[ny][nx] == '#' || dist[ny][nx] >= 0) continue; dist[ny][nx] = dist[y][x] + 1; q[tail++] = ny * 7 + nx; } }
    for (int y = 0; y < 5; y++) { for (int x = 0; x < 7; x++) printf("%3d", dist[y][x]); putchar('\n'); } return dist[4][6] * 10 + used;
}
