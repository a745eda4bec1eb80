// Static initialisers are scalars and addresses at offsets; large locals start as a copy of a template.
struct pair { char tag; int *where; };
int numbers[5] = {1, [3] = 4};
struct pair table[2] = {{'a', &numbers[2]}, {.where = numbers + 4}};
char text[8] = "hi";
int f(int i) {
  struct pair small = {'b', &numbers[i]};
  int large[20] = {1, 2, i};
  return *small.where + large[2];
}
