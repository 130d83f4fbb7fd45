#include "forbidden_calls.h"

#include <pthread.h>
#include <stdlib.h>

int evoke_read_past_the_end(void) {
    volatile int beyond = 4;
    int *numbers = calloc((size_t)beyond, sizeof *numbers);
    int found = numbers[beyond];
    free(numbers);
    return found;
}

static int counter;

static void *count(void *unused) {
    (void)unused;
    for (int round = 0; round < 1000; round++) counter++;
    return NULL;
}

int evoke_count_in_two_threads(void) {
    pthread_t other;
    if (pthread_create(&other, NULL, count, NULL) != 0) abort();
    count(NULL);
    pthread_join(other, NULL);
    return counter;
}
