// Structs of bit-fields as arguments, results, array elements and through pointers.
#include <stdio.h>
struct date { unsigned day : 5, month : 4, year : 12; };
static struct date next(struct date d) {
    static const unsigned char len[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (d.day++ == len[d.month - 1]) { d.day = 1; if (d.month++ == 12) { d.month = 1; d.year++; } }
    return d;
}
static int ordinal(const struct date *d) { return d->year * 372 + d->month * 31 + d->day; }
int main(void) {
    struct date d[3] = {{28, 2, 2023}, {31, 12, 1999}, {.year = 4095, .month = 12, .day = 31}};
    for (int i = 0; i < 3; i++) {
        struct date n = next(d[i]);
        printf("%u-%u-%u -> %u-%u-%u %d\n", d[i].year, d[i].month, d[i].day, n.year, n.month, n.day, ordinal(&n) > ordinal(&d[i]));
    }
    struct date w = d[0]; for (int i = 0; i < 400; i++) w = next(w);
    printf("%u %u %u\n", w.year, w.month, w.day);
    return w.day;
}
