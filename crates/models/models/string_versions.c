/* <string.h>: strverscmp, which orders names with numbers in them as people do.

   The strings agree up to some place. If the digits before and at that place form numbers on both sides, the longer number is
   the larger, unless the common part of the number begins with a zero: then it is a fraction, the digits decide by themselves,
   and a run of zeros counts the less the longer it is. */

static _Bool is_decimal(char letter) { return letter >= '0' && letter <= '9'; }

int strverscmp(const char *left, const char *right) {
    size_t place = 0;
    size_t start = 0; /* of the digits that end at `place` */
    while (left[place] != 0 && left[place] == right[place]) {
        if (!is_decimal(left[place]))
            start = place + 1;
        place++;
    }
    int difference = (int)(unsigned char)left[place] - (int)(unsigned char)right[place];
    if (difference == 0)
        return 0;
    _Bool left_digit = is_decimal(left[place]);
    _Bool right_digit = is_decimal(right[place]);
    size_t common = place - start;
    if (common > 0 && left[start] == '0') {
        /* A fraction: "001" < "01" < "0" in the sense that more leading zeros come first. */
        _Bool only_zeros = 1;
        for (size_t i = start; i < place; i++)
            only_zeros = only_zeros && left[i] == '0';
        if (only_zeros && left_digit != right_digit)
            return left_digit ? -1 : 1;
        return difference;
    }
    if (common == 0 && left_digit && right_digit && (left[place] == '0' || right[place] == '0'))
        return difference;
    if (common == 0 && !(left_digit && right_digit))
        return difference;
    size_t left_end = place;
    size_t right_end = place;
    while (is_decimal(left[left_end]))
        left_end++;
    while (is_decimal(right[right_end]))
        right_end++;
    if (left_end != right_end)
        return left_end > right_end ? 1 : -1;
    return difference;
}
