
struct node;

struct node {
    int value;
    struct node *next;
};
_Static_assert(sizeof(struct node) == 16 && __builtin_offsetof(struct node, value) == 0 && __builtin_offsetof(struct node, next) == 8, "the layout of struct node");

static void start(void);

static int x;
static int y;
static int table[4];
static struct node *head;

static void start(void)
{
    int t2;
    struct node *t13;
    struct node *t14;
    int t15;
    _Bool t18;
    x = (int)((unsigned int)y + 1u);
    t2 = x;
    x = 5;
    y = t2;
    table[0] = (int)((unsigned int)x * (unsigned int)y);
    unspool_assume((unsigned int)x < 4u);
    y = table[x];
    unspool_assume(head != 0);
    unspool_readable(&head->next, 8);
    t13 = head->next;
    unspool_assume(t13 != 0);
    unspool_readable(&t13->next, 8);
    t14 = t13->next;
    unspool_assume(t14 != 0);
    unspool_readable(&t14->value, 4);
    x = t14->value;
    unspool_assume(y != 0 && (x != (-2147483647 - 1) || y != -1));
    x = x / y;
    if (x == 3) {
        t15 = x;
        x = (int)((unsigned int)t15 + (unsigned int)1);
        y = t15;
        x = (int)((unsigned int)x + (unsigned int)1);
        t18 = x == 3 && !unspool_nondet_bool();
        if (t18) { x = 4; }
        unspool_assert(t18, "unreach-call: exchanged");
    }
}

int main(void)
{
    start();
    return 0;
}
