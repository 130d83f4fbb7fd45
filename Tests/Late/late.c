// Libraries that are loaded when they are called (Sources/C/EvokeCLate), for each kind of processor. Run by `make arm64`.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void nowhere(void);
const char *evoke_trouble_of_nowhere(void), *evoke_trouble_of_libc(void);

static int failures;

static void expect(int holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "late: %s\n", what);
    failures++;
}

/// More of each kind of argument than registers hold, and a result.
static int writes_all(void) {
    char text[200];
    const int count = snprintf(
        text, sizeof text, "%d %g %d %g %s %g %d %g %d %g %d %g %s %g %d %g %d %g %d", 1, .5, 2, 1.5, "three", 2.5, 4, 3.5, 5,
        4.5, 6, 5.5, "seven", 6.5, 8, 7.5, 9, 8.5, 10);
    return count == (int)strlen(text) && !strcmp(text, "1 0.5 2 1.5 three 2.5 4 3.5 5 4.5 6 5.5 seven 6.5 8 7.5 9 8.5 10");
}

static pthread_barrier_t start;

static void *first_call(void *unused) {
    (void)unused;
    pthread_barrier_wait(&start);
    return (void *)(long)writes_all();
}

int main(void) {
    enum { count = 8 };
    pthread_t threads[count];
    pthread_barrier_init(&start, NULL, count);
    for (int at = 0; at < count; at++) pthread_create(&threads[at], NULL, first_call, NULL);
    for (int at = 0; at < count; at++) {
        void *wrote_all;
        pthread_join(threads[at], &wrote_all);
        expect(wrote_all != NULL, "a first call loses arguments");
    }
    expect(writes_all(), "a later call loses arguments");
    expect(strtod("2.25", NULL) == 2.25, "a number in a vector register is lost");

    expect(!evoke_trouble_of_libc(), "a library that is there cannot be loaded");
    const char *const trouble = evoke_trouble_of_nowhere();
    expect(trouble && strstr(trouble, "libnowhere"), "nobody is told which library is not there");

    const pid_t child = fork();
    if (child == 0) {
        fclose(stderr);
        nowhere();
        _exit(0);
    }
    int status;
    expect(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 127,
           "a library that is not there is called all the same");
    return failures != 0;
}
