// Base64 encoding and decoding with padding.
#include <stdio.h>
#include <string.h>
static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static void encode(const unsigned char *in, int n, char *out) {
    for (int i = 0; i < n; i += 3) {
        unsigned v = in[i] << 16 | (i + 1 < n ? in[i + 1] << 8 : 0) | (i + 2 < n ? in[i + 2] : 0);
        *out++ = alphabet[v >> 18]; *out++ = alphabet[v >> 12 & 63]; *out++ = i + 1 < n ? alphabet[v >> 6 & 63] : '='; *out++ = i + 2 < n ? alphabet[v & 63] : '=';
    }
    *out = 0;
}
static int decode(const char *in, unsigned char *out) {
    int n = 0, bits = 0; unsigned acc = 0;
    for (; *in && *in != '='; in++) { acc = acc << 6 | (unsigned)(strchr(alphabet, *in) - alphabet); bits += 6; if (bits >= 8) { bits -= 8; out[n++] = acc >> bits & 0xff; } }
    out[n] = 0; return n;
}
int main(void) {
    static const char *const texts[] = {"", "f", "fo", "foo", "foob", "fooba", "foobar", "binary \xff\x80\x01"};
    int total = 0;
    for (int i = 0; i < 8; i++) { char e[64]; unsigned char d[64]; int n = strlen(texts[i]); encode((const unsigned char *)texts[i], n, e); int m = decode(e, d); total += m; printf("%s %d %d\n", e, m, memcmp(d, texts[i], n)); }
    return total;
}
