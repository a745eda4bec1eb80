// printf of doubles with %a and %A.
#include <stdio.h>
int main(void) {
    static const double v[] = {0.0, 1.0, -2.0, 0.5, 0.1, 1e10, 3.75, 255.0, -0.015625};
    for (int i = 0; i < 9; i++) printf("%a %A %.0a %.2a %20a|%-20a|\n", v[i], v[i], v[i], v[i], v[i], v[i]);
    printf("%+a % a %#.0a %025.3a\n", 1.0, 1.0, 1.0, 1.5);
    printf("%a %a\n", __builtin_inf(), 4.9406564584124654e-324);
    printf("%a\n", (double)1.1f);
    return (int)0x1.4p4;
}
