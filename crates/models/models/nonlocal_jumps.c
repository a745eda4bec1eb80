/* <setjmp.h>: setjmp and longjmp, refused.

   A jump out of a function would have to unwind calls that the rest of the tool takes for nested. A program that only
   passes through setjmp is refused as well: which of its later actions may jump back is not known.

   Assumptions:
   - setjmp, sigsetjmp, longjmp, siglongjmp: end the execution as unsupported. */

struct __jmp_buf_tag;

static int refuse_jumps(void) {
    __unspool_unsupported("setjmp and longjmp are not modelled");
    return 0;
}

int setjmp(struct __jmp_buf_tag *environment) { return refuse_jumps(); }
int _setjmp(struct __jmp_buf_tag *environment) { return refuse_jumps(); }
int __sigsetjmp(struct __jmp_buf_tag *environment, int saves_mask) { return refuse_jumps(); }
int sigsetjmp(struct __jmp_buf_tag *environment, int saves_mask) { return refuse_jumps(); }

static _Noreturn void refuse_jump(void) {
    refuse_jumps();
    __unspool_abort();
}

_Noreturn void longjmp(struct __jmp_buf_tag *environment, int value) { refuse_jump(); }
_Noreturn void _longjmp(struct __jmp_buf_tag *environment, int value) { refuse_jump(); }
_Noreturn void siglongjmp(struct __jmp_buf_tag *environment, int value) { refuse_jump(); }
_Noreturn void __longjmp_chk(struct __jmp_buf_tag *environment, int value) { refuse_jump(); }
