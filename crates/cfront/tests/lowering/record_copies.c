// Records in shared memory are copied member by member; only temporaries are loaded and stored whole.
struct point { int x, y; };
struct line { struct point from, to; } a, b;
struct point middle(struct line l);
void f(void) {
  a = b;
  a.from = middle(b);
}
