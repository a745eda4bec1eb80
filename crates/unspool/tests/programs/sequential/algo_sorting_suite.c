// Bubble, insertion, selection, merge, quick, heap and shell sort agreeing on one input.
#include <stdio.h>
#include <string.h>
#define N 40
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static void bubble(int *a, int n) { for (int s = 1; s; n--) { s = 0; for (int i = 1; i < n; i++) if (a[i - 1] > a[i]) swap(&a[i - 1], &a[i]), s = 1; } }
static void insertion(int *a, int n) { for (int i = 1; i < n; i++) { int v = a[i], j = i; for (; j > 0 && a[j - 1] > v; j--) a[j] = a[j - 1]; a[j] = v; } }
static void selection(int *a, int n) { for (int i = 0; i < n; i++) { int m = i; for (int j = i + 1; j < n; j++) if (a[j] < a[m]) m = j; swap(a + i, a + m); } }
static void merge(int *a, int n) { if (n < 2) return; int h = n / 2, t[N], i = 0, j = h, k = 0; merge(a, h); merge(a + h, n - h); while (i < h && j < n) t[k++] = a[j] < a[i] ? a[j++] : a[i++]; while (i < h) t[k++] = a[i++]; while (j < n) t[k++] = a[j++]; memcpy(a, t, n * sizeof *a); }
static void quick(int *a, int n) { if (n < 2) return; int p = a[n / 2], i = 0, j = n - 1; for (;; i++, j--) { while (a[i] < p) i++; while (a[j] > p) j--; if (i >= j) break; swap(a + i, a + j); } quick(a, i); quick(a + i, n - i); }
static void sift(int *a, int i, int n) { for (int c; (c = 2 * i + 1) < n; i = c) { if (c + 1 < n && a[c + 1] > a[c]) c++; if (a[i] >= a[c]) return; swap(a + i, a + c); } }
static void heap(int *a, int n) { for (int i = n / 2; i--;) sift(a, i, n); while (--n > 0) { swap(a, a + n); sift(a, 0, n); } }
static void shell(int *a, int n) { for (int g = n / 2; g; g /= 2) for (int i = g; i < n; i++) for (int j = i; j >= g && a[j - g] > a[j]; j -= g) swap(a + j, a + j - g); }
int main(void) {
    static void (*const sorts[])(int *, int) = {bubble, insertion, selection, merge, quick, heap, shell}; int src[N], ref[N]; unsigned x = 12345;
    for (int i = 0; i < N; i++) { x = x * 69069u + 1; src[i] = (int)(x >> 20) % 500 - 250; }
    int ok = 0; for (int s = 0; s < 7; s++) { int a[N]; memcpy(a, src, sizeof a); sorts[s](a, N); if (!s) memcpy(ref, a, sizeof a); ok += !memcmp(a, ref, sizeof a); }
    for (int i = 0; i < N; i++) printf("%d%c", ref[i], i % 10 == 9 ? '\n' : ' '); return ok;
}
