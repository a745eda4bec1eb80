/* <search.h>: binary trees, the hash table of the process, and doubly linked queues.

   A tree's node begins with the pointer to its key, which is all that a program may know of it. The trees are not balanced
   and the hash table is a list: what they answer is the same.

   Assumptions:
   - tsearch, hsearch: fail with ENOMEM only with --malloc-failures; the hash table also when it is full.
   - twalk: visits a tree that need not be balanced as a real library's is, so levels and the order of the visits before
     and after the children may differ; the order of the keys does not.
   - hcreate: one table for the whole process, unprotected, as POSIX has it. */

struct search_node {
    const void *key;
    struct search_node *left;
    struct search_node *right;
};

/* Where the node with that key hangs or would hang. */
static struct search_node **search_place(const void *key, void **root, int (*compare)(const void *, const void *)) {
    struct search_node **place = (struct search_node **)root;
    while (*place != 0) {
        int order = compare(key, (*place)->key);
        if (order == 0)
            break;
        place = order < 0 ? &(*place)->left : &(*place)->right;
    }
    return place;
}

void *tfind(const void *key, void *const *root, int (*compare)(const void *, const void *)) {
    return root == 0 ? 0 : *search_place(key, (void **)root, compare);
}

void *tsearch(const void *key, void **root, int (*compare)(const void *, const void *)) {
    if (root == 0)
        return 0;
    struct search_node **place = search_place(key, root, compare);
    if (*place == 0) {
        struct search_node *node = malloc(sizeof(struct search_node));
        if (node == 0)
            return 0;
        node->key = key;
        node->left = 0;
        node->right = 0;
        *place = node;
    }
    return *place;
}

/* Returns the parent of the node taken out, or some pointer that is not null if that was the root. */
void *tdelete(const void *key, void **root, int (*compare)(const void *, const void *)) {
    static struct search_node above_the_root;
    if (root == 0)
        return 0;
    struct search_node **place = (struct search_node **)root;
    struct search_node *parent = &above_the_root;
    while (*place != 0) {
        int order = compare(key, (*place)->key);
        if (order == 0)
            break;
        parent = *place;
        place = order < 0 ? &parent->left : &parent->right;
    }
    struct search_node *node = *place;
    if (node == 0)
        return 0;
    if (node->left == 0) {
        *place = node->right;
    } else if (node->right == 0) {
        *place = node->left;
    } else {
        /* The next larger key takes its place. */
        struct search_node **next = &node->right;
        while ((*next)->left != 0)
            next = &(*next)->left;
        struct search_node *successor = *next;
        *next = successor->right;
        successor->left = node->left;
        successor->right = node->right;
        *place = successor;
    }
    free(node);
    return parent;
}

/* 0 before the children, 1 between them, 2 after them, 3 a leaf. */
static void walk(const struct search_node *node, void (*visit)(const void *node, int when, int level), int level) {
    if (node->left == 0 && node->right == 0) {
        visit(node, 3, level);
        return;
    }
    visit(node, 0, level);
    if (node->left != 0)
        walk(node->left, visit, level + 1);
    visit(node, 1, level);
    if (node->right != 0)
        walk(node->right, visit, level + 1);
    visit(node, 2, level);
}

void twalk(const void *root, void (*visit)(const void *node, int when, int level)) {
    if (root != 0 && visit != 0)
        walk(root, visit, 0);
}

void tdestroy(void *root, void (*free_key)(void *key)) {
    struct search_node *node = root;
    if (node == 0)
        return;
    tdestroy(node->left, free_key);
    tdestroy(node->right, free_key);
    free_key((void *)node->key);
    free(node);
}

/* As <search.h> has it. */
struct entry { char *key; void *data; };

static struct entry *hash_entries;
static size_t hash_capacity;
static size_t hash_used;

int hcreate(size_t capacity) {
    if (hash_entries != 0)
        return 0;
    hash_entries = malloc((capacity + 1) * sizeof(struct entry));
    hash_capacity = capacity;
    hash_used = 0;
    return hash_entries != 0;
}

void hdestroy(void) {
    free(hash_entries);
    hash_entries = 0;
}

/* action: 0 find, 1 enter. */
struct entry *hsearch(struct entry item, int action) {
    for (size_t i = 0; i < hash_used; i++)
        if (strcmp(hash_entries[i].key, item.key) == 0)
            return &hash_entries[i];
    if (action == 0) {
        *__errno_location() = 3; /* ESRCH */
        return 0;
    }
    if (hash_entries == 0 || hash_used == hash_capacity) {
        *__errno_location() = 12; /* ENOMEM */
        return 0;
    }
    hash_entries[hash_used] = item;
    return &hash_entries[hash_used++];
}

struct queue_element {
    struct queue_element *next;
    struct queue_element *previous;
};

void insque(void *element, void *predecessor) {
    struct queue_element *added = element;
    struct queue_element *before = predecessor;
    if (before == 0) {
        added->next = 0;
        added->previous = 0;
        return;
    }
    added->next = before->next;
    added->previous = before;
    if (before->next != 0)
        before->next->previous = added;
    before->next = added;
}

void remque(void *element) {
    struct queue_element *removed = element;
    if (removed->next != 0)
        removed->next->previous = removed->previous;
    if (removed->previous != 0)
        removed->previous->next = removed->next;
}
