/* The dialect of Goblint, for programs that include its header where it is not installed. */
#ifndef UNSPOOL_GOBLINT_H
#define UNSPOOL_GOBLINT_H

void __goblint_check(int condition);
void __goblint_assert(int condition);
void __goblint_assume(int condition);
void __goblint_unknown(void *object);
void __goblint_assume_join(unsigned long thread);
void __goblint_split_begin(int value);
void __goblint_split_end(int value);
void __goblint_bounded(unsigned long long value);

#endif
