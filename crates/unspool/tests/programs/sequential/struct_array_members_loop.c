// Arrays of structs holding arrays, walked by index and by pointer.
#include <stdio.h>
struct student { char name[8]; int marks[4]; double mean; };
static struct student class[] = {{"ann", {90, 80, 70, 60}}, {"bob", {1, 2, 3, 4}}, {.marks = {[3] = 100}, .name = "cy"}};
#define COUNT (sizeof class / sizeof class[0])
static int total(const struct student *s) { int t = 0; for (const int *m = s->marks; m < s->marks + 4; m++) t += *m; return t; }
int main(void) {
    for (struct student *s = class; s != class + COUNT; ++s) s->mean = total(s) / 4.0;
    for (unsigned i = 0; i < COUNT; i++) printf("%-5s|%3d|%6.2f\n", class[i].name, total(&class[i]), class[i].mean);
    struct student best = class[0];
    for (unsigned i = 1; i < COUNT; i++) if (class[i].marks[3] > best.marks[3]) best = class[i];
    printf("%s %td\n", best.name, &class[2] - class);
    (class + 1)->marks[0] += 2[class].marks[3];
    printf("%d %c\n", class[1].marks[0], *class[1].name);
    return total(&best);
}
