// A small register machine decoding packed instructions from words.
#include <stdio.h>
#include <stdint.h>
enum { LI, ADDR, SUBR, MULR, JNZ, LD, ST, OUT, HLT };
#define I(op, a, b, c) ((uint32_t)(op) << 24 | (uint32_t)((a) & 0xff) << 16 | (uint32_t)((b) & 0xff) << 8 | (uint32_t)((c) & 0xff))
static const uint32_t prog[] = {I(LI, 1, 0, 10), I(LI, 2, 0, 1), I(LI, 3, 0, 1), I(MULR, 2, 2, 1), I(ST, 2, 1, 0), I(SUBR, 1, 1, 3), I(JNZ, 1, 0, -3), I(OUT, 2, 0, 0), I(LI, 4, 0, 5), I(LD, 5, 4, 0), I(OUT, 5, 0, 0), I(LI, 6, 0xff, 0xfe), I(ADDR, 6, 6, 3), I(OUT, 6, 0, 0), I(HLT, 6, 0, 0)};
int main(void) {
    int32_t r[8] = {0}, mem[16] = {0}; unsigned pc = 0, steps = 0;
    for (;; steps++) {
        uint32_t w = prog[pc++]; unsigned op = w >> 24, a = w >> 16 & 0xff, b = w >> 8 & 0xff; int8_t c = (int8_t)w;
        switch (op) {
        case LI: r[a] = (int16_t)(w & 0xffff); break;
        case ADDR: r[a] = r[b] + r[(uint8_t)c]; break;
        case SUBR: r[a] = r[b] - r[(uint8_t)c]; break;
        case MULR: r[a] = (int32_t)((uint32_t)r[b] * (uint32_t)r[(uint8_t)c]); break;
        case JNZ: if (r[a]) pc += c - 1; break;
        case LD: r[a] = mem[r[b] + c]; break;
        case ST: mem[r[b] + c] = r[a]; break;
        case OUT: printf("%d\n", (int)r[a]); break;
        case HLT: printf("steps %u\n", steps); return r[a] & 0xff;
        }
    }
}
