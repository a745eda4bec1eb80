/* <wctype.h>: kinds of wide characters, in the C locale.

   Assumptions:
   - The locale is C, in which only the characters of ASCII are of any kind.
   - isw*: a true answer is 1, while C only promises that it is not zero. */

int iswupper(unsigned c) { return c >= 'A' && c <= 'Z'; }
int iswlower(unsigned c) { return c >= 'a' && c <= 'z'; }
int iswdigit(unsigned c) { return c >= '0' && c <= '9'; }
int iswalpha(unsigned c) { return iswupper(c) || iswlower(c); }
int iswalnum(unsigned c) { return iswalpha(c) || iswdigit(c); }
int iswxdigit(unsigned c) { return iswdigit(c) || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'); }
int iswspace(unsigned c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
int iswblank(unsigned c) { return c == ' ' || c == '\t'; }
int iswcntrl(unsigned c) { return c < ' ' || c == 127; }
int iswprint(unsigned c) { return c >= ' ' && c <= '~'; }
int iswgraph(unsigned c) { return c > ' ' && c <= '~'; }
int iswpunct(unsigned c) { return iswgraph(c) && !iswalnum(c); }
unsigned towlower(unsigned c) { return iswupper(c) ? c + ('a' - 'A') : c; }
unsigned towupper(unsigned c) { return iswlower(c) ? c - ('a' - 'A') : c; }

static const char *const class_names[12] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                            "lower", "print", "punct", "space", "upper", "xdigit"};

/* A handle: the place of the name in the table, counted from 1; 0 for an unknown name. */
unsigned long wctype(const char *name) {
    for (unsigned long i = 0; i < 12; i++)
        if (strcmp(name, class_names[i]) == 0)
            return i + 1;
    return 0;
}

int iswctype(unsigned c, unsigned long kind) {
    switch (kind) {
    case 1: return iswalnum(c);
    case 2: return iswalpha(c);
    case 3: return iswblank(c);
    case 4: return iswcntrl(c);
    case 5: return iswdigit(c);
    case 6: return iswgraph(c);
    case 7: return iswlower(c);
    case 8: return iswprint(c);
    case 9: return iswpunct(c);
    case 10: return iswspace(c);
    case 11: return iswupper(c);
    case 12: return iswxdigit(c);
    }
    return 0;
}

static const int to_lower_mapping = 1;
static const int to_upper_mapping = 2;

const int *wctrans(const char *name) {
    return strcmp(name, "tolower") == 0 ? &to_lower_mapping : strcmp(name, "toupper") == 0 ? &to_upper_mapping : 0;
}

unsigned towctrans(unsigned c, const int *mapping) {
    return mapping == &to_lower_mapping ? towlower(c) : mapping == &to_upper_mapping ? towupper(c) : c;
}
