// Roman numerals both ways and day-of-week arithmetic over tables.
#include <stdio.h>
#include <string.h>
static const struct { int v; const char *s; } map[] = {{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}};
static char *roman(int n, char *out) { char *o = out; for (size_t i = 0; i < sizeof map / sizeof map[0]; i++) while (n >= map[i].v) { n -= map[i].v; o = strcpy(o, map[i].s) + strlen(map[i].s); } return out; }
static int value(const char *s) { int t = 0; for (unsigned i = 0; *s;) if (!strncmp(s, map[i].s, strlen(map[i].s))) { t += map[i].v; s += strlen(map[i].s); } else i++; return t; }
static int weekday(int y, int m, int d) { static const char t[] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4}; y -= m < 3; return (y + y / 4 - y / 100 + y / 400 + t[m - 1] + d) % 7; }
int main(void) {
    char b[20]; static const int ns[] = {1, 4, 9, 14, 40, 90, 400, 1994, 2024, 3999}; for (int i = 0; i < 10; i++) { roman(ns[i], b); printf("%s=%d ", b, value(b)); } putchar('\n');
    printf("%d %d %d\n", weekday(2000, 1, 1), weekday(1999, 12, 31), weekday(2024, 2, 29)); int fri13 = 0; for (int y = 2000; y < 2010; y++) for (int m = 1; m <= 12; m++) fri13 += weekday(y, m, 13) == 5; return fri13;
}
