// WITH --property=no-data-race
// What library functions read and write of the program's memory counts where they are called.
#include "../twin.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char text[12] = "abc";
static int numbers[3] = {1, 2, 3};

#if defined MEMSET
static void *work(void *unused) {
    memset(text, 'x', TWIN(5, 4)); // RACE!
    return unused;
}
static void other(void) {
    text[4] = 'y'; // RACE!
}

#elif defined MEMCPY_FROM
static void *work(void *unused) {
    char own[8];
    memcpy(own, text + 2, TWIN(3, 2)); // RACE!
    return unused;
}
static void other(void) {
    text[4] = 'y'; // RACE!
}

#elif defined MEMCPY_TO
static void *work(void *unused) {
    memcpy(text + TWIN(4, 5), "xy", 2); // RACE!
    return unused;
}
static void other(void) {
    text[4] = 'y'; // RACE!
}

#elif defined MEMMOVE
static void *work(void *unused) {
    memmove(text + 2, text, TWIN(3, 2)); // RACE!
    return unused;
}
static void other(void) {
    text[4] = 'y'; // RACE!
}

#elif defined RANGES_THAT_TOUCH
static void *work(void *unused) {
    memset(text, 'x', 6); // RACE!
    return unused;
}
static void other(void) {
    memset(text + TWIN(5, 6), 'y', 3); // RACE!
}

#elif defined NO_BYTES
static void *work(void *unused) {
    memset(text, 'x', TWIN(1, 0)); // RACE!
    return unused;
}
static void other(void) {
    text[0] = 'y'; // RACE!
}

#elif defined STRCPY
static void *work(void *unused) {
    strcpy(text, TWIN("wxyz", "xyz")); // RACE!
    return unused;
}
static void other(void) {
    text[4] = 'y'; // RACE!
}

#elif defined STRLEN
static void *work(void *unused) {
    return strlen(text) == 9 ? unused : 0; // RACE!
}
static void other(void) {
    text[TWIN(3, 4)] = 0; // RACE!
}

#elif defined STRCMP
static void *work(void *unused) {
    return strcmp(text, "axe") ? unused : 0; // RACE!
}
static void other(void) {
    text[TWIN(1, 2)] = 'b'; // RACE!
}

#elif defined PRINTF
static void *work(void *unused) {
    printf("%s\n", text); // RACE!
    return unused;
}
static void other(void) {
    text[TWIN(3, 4)] = 0; // RACE!
}

#elif defined PRINTF_WITH_PRECISION
static void *work(void *unused) {
    printf("%.2s\n", text); // RACE!
    return unused;
}
static void other(void) {
    text[TWIN(1, 2)] = 'b'; // RACE!
}

#elif defined PRINTF_OF_A_NUMBER
static void *work(void *unused) {
    printf("%d\n", numbers[1]); // RACE!
    return unused;
}
static void other(void) {
    numbers[TWIN(1, 0)] = 5; // RACE!
}

#elif defined SNPRINTF
static void *work(void *unused) {
    snprintf(text, TWIN(4, 3), "%s", "xyz"); // RACE!
    return unused;
}
static void other(void) {
    text[3] = 0; // RACE!
}

#elif defined PUTS
static void *work(void *unused) {
    puts(text); // RACE!
    return unused;
}
static void other(void) {
    text[TWIN(3, 4)] = 0; // RACE!
}

#elif defined FGETS
static void *work(void *unused) {
    fgets(text, 2, stdin); // RACE!
    return unused;
}
static void other(void) {
    text[TWIN(0, 2)] = 'y'; // RACE!
}

#elif defined READ
static void *work(void *unused) {
    ssize_t count = read(0, text, 2); // RACE!
    return count == 9 ? unused : 0;
}
static void other(void) {
    text[TWIN(0, 2)] = 'y'; // RACE!
}

#elif defined SCANF
static void *work(void *unused) {
    scanf("%d", &numbers[0]); // RACE!
    return unused;
}
static void other(void) {
    numbers[TWIN(0, 1)] = 1; // RACE!
}

#elif defined FWRITE
static void *work(void *unused) {
    fwrite(text, 1, 2, stdout); // RACE!
    return unused;
}
static void other(void) {
    text[TWIN(1, 2)] = 'y'; // RACE!
}

#elif defined COMPARATOR
static int compare(const void *left, const void *right) {
    int a = *(const int *)left, b = *(const int *)right; // RACE!
    return (a > b) - (a < b);
}
static void *work(void *unused) {
    qsort(numbers, 2, sizeof(int), compare); // RACE!
    return unused;
}
static void other(void) {
    numbers[TWIN(0, 2)] = 0; // RACE!
}

#elif defined BSEARCH
static int compare(const void *left, const void *right) {
    return *(const int *)left - *(const int *)right; // RACE!
}
static void *work(void *unused) {
    int key = 1;
    void *found = bsearch(&key, numbers, 1, sizeof(int), compare); // NORACE
    return found ? 0 : unused;
}
static void other(void) {
    numbers[TWIN(0, 1)] = 0; // RACE!
}

#elif defined STRTOK
static void *work(void *unused) {
    char own[4] = "a b", *rest = 0;
    return TWIN(strtok(own, " "), strtok_r(own, " ", &rest)) ? 0 : unused; // RACE!
}
static void other(void) {
    char own[4] = "c d", *rest = 0;
    (void)TWIN(strtok(own, " "), strtok_r(own, " ", &rest)); // RACE!
}

#elif defined RAND
static unsigned drawn;
static void *work(void *unused) {
    drawn = rand(); // RACE!
    return unused;
}
static void other(void) {
    TWIN(drawn, unsigned own) = rand(); // RACE!
}

#elif defined GETENV
static char *found;
static void *work(void *unused) {
    found = getenv("HOME"); // RACE!
    return unused;
}
static void other(void) {
    TWIN(found, char *own) = getenv("HOME"); // RACE!
}

#elif defined STRTOL
static void *work(void *unused) {
    return strtol(text, 0, 16) == 9 ? unused : 0; // RACE!
}
static void other(void) {
    text[TWIN(0, 4)] = '1'; // RACE!
}

#elif defined LOCALTIME
static void *work(void *unused) {
    time_t now = 0;
    struct tm own;
    return TWIN(localtime(&now), localtime_r(&now, &own)) ? 0 : unused; // RACE!
}
static void other(void) {
    time_t now = 1;
    struct tm own;
    (void)TWIN(localtime(&now), localtime_r(&now, &own)); // RACE!
}

#elif defined STRERROR
static char message[3];
static void *work(void *unused) {
    strerror_r(1, message, sizeof message); // RACE!
    return unused;
}
static void other(void) {
    char own[3];
    strerror_r(2, TWIN(message, own), sizeof message); // RACE!
}
#endif

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    other();
    pthread_join(thread, 0);
    return 0;
}
