/* <ctype.h>: kinds of characters, as functions, for the C locale.

   Comparisons rather than a table: cheap for a symbolic character. A true answer is the same nonzero number as
   glibc's function gives, so that a program that prints it prints the same. The tables behind the header's macros are
   in ctype_tables.c.

   Assumptions:
   - The locale is C, whatever locale is set or passed.
   - is*: only EOF and the values of unsigned char may be passed; the functions answer no for others,
     while the header's macros read outside their tables, which is reported. */

int isupper(int c) { return c >= 'A' && c <= 'Z' ? 0x100 : 0; }
int islower(int c) { return c >= 'a' && c <= 'z' ? 0x200 : 0; }
int isalpha(int c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ? 0x400 : 0; }
int isdigit(int c) { return c >= '0' && c <= '9' ? 0x800 : 0; }
int isxdigit(int c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f') ? 0x1000 : 0; }
int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r') ? 0x2000 : 0; }
int isprint(int c) { return c >= ' ' && c <= '~' ? 0x4000 : 0; }
int isgraph(int c) { return c > ' ' && c <= '~' ? 0x8000 : 0; }
int isblank(int c) { return c == ' ' || c == '\t' ? 1 : 0; }
int iscntrl(int c) { return (c >= 0 && c < ' ') || c == 127 ? 2 : 0; }
int ispunct(int c) { return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~') ? 4 : 0; }
int isalnum(int c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ? 8 : 0; }

int isascii(int c) { return c >= 0 && c <= 127; }
int toascii(int c) { return c & 127; }
int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }
int toupper(int c) { return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c; }
int _tolower(int c) { return c + ('a' - 'A'); }
int _toupper(int c) { return c - ('a' - 'A'); }

int isupper_l(int c, void *locale) { return isupper(c); }
int islower_l(int c, void *locale) { return islower(c); }
int isalpha_l(int c, void *locale) { return isalpha(c); }
int isdigit_l(int c, void *locale) { return isdigit(c); }
int isxdigit_l(int c, void *locale) { return isxdigit(c); }
int isspace_l(int c, void *locale) { return isspace(c); }
int isprint_l(int c, void *locale) { return isprint(c); }
int isgraph_l(int c, void *locale) { return isgraph(c); }
int isblank_l(int c, void *locale) { return isblank(c); }
int iscntrl_l(int c, void *locale) { return iscntrl(c); }
int ispunct_l(int c, void *locale) { return ispunct(c); }
int isalnum_l(int c, void *locale) { return isalnum(c); }
int tolower_l(int c, void *locale) { return tolower(c); }
int toupper_l(int c, void *locale) { return toupper(c); }
int __tolower_l(int c, void *locale) { return tolower(c); }
int __toupper_l(int c, void *locale) { return toupper(c); }
