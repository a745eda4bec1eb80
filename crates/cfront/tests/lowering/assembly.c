// Compiler barriers and pauses do nothing, fences are fences, other assembly is unsupported where it is reached.
void f(void) {
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("pause");
  __asm__ volatile("mfence" ::: "memory");
  __asm__ volatile("cpuid");
}
