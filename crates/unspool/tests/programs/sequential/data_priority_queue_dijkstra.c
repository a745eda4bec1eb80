// Binary heap priority queue driving Dijkstra's algorithm on a small graph.
#include <stdio.h>
#include <limits.h>
#define V 7
struct item { int d, v; }; static struct item h[64]; static int n;
static void push(int d, int v) { int i = n++; while (i && h[(i - 1) / 2].d > d) { h[i] = h[(i - 1) / 2]; i = (i - 1) / 2; } h[i] = (struct item){d, v}; }
static struct item pop(void) { struct item top = h[0], last = h[--n]; int i = 0, c; while ((c = 2 * i + 1) < n) { if (c + 1 < n && h[c + 1].d < h[c].d) c++; if (last.d <= h[c].d) break; h[i] = h[c]; i = c; } h[i] = last; return top; }
static const struct { signed char a, b; short w; } edges[] = {{0, 1, 7}, {0, 2, 9}, {0, 5, 14}, {1, 2, 10}, {1, 3, 15}, {2, 3, 11}, {2, 5, 2}, {3, 4, 6}, {4, 5, 9}};
int main(void) {
    int dist[V], from[V], pops = 0; for (int i = 0; i < V; i++) dist[i] = INT_MAX, from[i] = -1; dist[0] = 0; push(0, 0);
    while (n) { struct item it = pop(); pops++; if (it.d > dist[it.v]) continue; for (unsigned e = 0; e < sizeof edges / sizeof *edges; e++) for (int s = 0; s < 2; s++) { int a = s ? edges[e].b : edges[e].a, b = s ? edges[e].a : edges[e].b; if (a == it.v && it.d + edges[e].w < dist[b]) { dist[b] = it.d + edges[e].w; from[b] = a; push(dist[b], b); } } }
    for (int i = 0; i < V; i++) printf("%d:%d<-%d ", i, dist[i] == INT_MAX ? -1 : dist[i], from[i]); printf("\n%d\n", pops); return dist[4];
}
