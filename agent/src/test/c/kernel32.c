/*
 * Stands in for the part of kernel32.dll that profiles threads, where there is none. Its numbers are made from the
 * thread's id, so that a test can tell whose they are. It keeps Microsoft's rules: what breaks one is an error, and a
 * line in LOG that begins with "broken".
 *
 * LOG is the name of a file. FAILS, if defined, is the error that enabling ends with.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ERROR_SUCCESS 0
#define ERROR_INVALID_HANDLE 6
#define ERROR_BAD_LENGTH 24
#define ERROR_INVALID_PARAMETER 87
#define ERROR_ALREADY_EXISTS 183

#define CURRENT_THREAD ((void *) -2)
#define MAX_THREADS 4096
#define MAX_HW_COUNTERS 16

/* winnt.h */
typedef struct {
    uint32_t Type;
    uint32_t Reserved;
    uint64_t Value;
} HARDWARE_COUNTER_DATA;

typedef struct {
    uint16_t Size;
    uint8_t Version;
    uint8_t HwCountersCount;
    uint32_t ContextSwitchCount;
    uint64_t WaitReasonBitMap;
    uint64_t CycleTime;
    uint32_t RetryCount;
    uint32_t Reserved;
    HARDWARE_COUNTER_DATA HwCounters[MAX_HW_COUNTERS];
} PERFORMANCE_DATA;

typedef struct {
    uint32_t thread;
    uint64_t counters;
    uint32_t reads;
    int enabled;
} PROFILE;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t exits;
static PROFILE profiles[MAX_THREADS];
static int count;

static uint32_t self(void) {
    return (uint32_t) syscall(SYS_gettid);
}

static void tell(const char *what, uint32_t thread, uint32_t by, uint32_t number) {
    FILE *log = fopen(LOG, "a");
    if (log != NULL) {
        fprintf(log, "%s %u by %u: %u\n", what, thread, by, number);
        fclose(log);
    }
}

static uint32_t broken(const char *rule, uint32_t thread, uint32_t error) {
    tell(rule, thread, self(), error);
    return error;
}

/* A thread that is profiled exits. */
static void exiting(void *profile) {
    PROFILE *of = profile;
    if (of->enabled) {
        broken("broken: not disabled before it exits:", of->thread, 0);
    }
}

__attribute__((constructor)) static void begin(void) {
    pthread_key_create(&exits, exiting);
}

static PROFILE *find(void *handle) {
    uintptr_t number = (uintptr_t) handle;
    /* A handle needs more than an int has. */
    uintptr_t index = number - 0x700000000000;
    return index < (uintptr_t) count && profiles[index].enabled ? &profiles[index] : NULL;
}

void *GetCurrentThread(void) {
    return CURRENT_THREAD;
}

uint32_t GetCurrentThreadId(void) {
    return self();
}

uint32_t EnableThreadProfiling(void *thread, uint32_t flags, uint64_t counters, void **handle) {
    uint32_t error = ERROR_SUCCESS;
    pthread_mutex_lock(&lock);
#ifdef FAILS
    error = FAILS;
#else
    if (thread != CURRENT_THREAD) {
        error = broken("broken: enables another:", 0, ERROR_INVALID_PARAMETER);
    } else if (flags != 1 || counters >> MAX_HW_COUNTERS != 0 || count == MAX_THREADS) {
        error = broken("broken: wrong parameters of", self(), ERROR_INVALID_PARAMETER);
    }
    for (int i = 0; i < count; i++) {
        if (profiles[i].enabled && profiles[i].thread == self()) {
            error = broken("broken: enabled twice:", self(), ERROR_ALREADY_EXISTS);
        }
    }
    if (error == ERROR_SUCCESS) {
        profiles[count] = (PROFILE) {.thread = self(), .counters = counters, .enabled = 1};
        pthread_setspecific(exits, &profiles[count]);
        *handle = (void *) (0x700000000000 + (uintptr_t) count++);
        tell("enabled", self(), self(), 0);
    }
#endif
    pthread_mutex_unlock(&lock);
    return error;
}

uint32_t DisableThreadProfiling(void *handle) {
    uint32_t error = ERROR_SUCCESS;
    pthread_mutex_lock(&lock);
    PROFILE *of = find(handle);
    if (of == NULL) {
        error = broken("broken: disables what is not enabled,", 0, ERROR_INVALID_HANDLE);
    } else if (of->thread != self()) {
        error = broken("broken: disables another:", of->thread, ERROR_INVALID_PARAMETER);
    } else {
        of->enabled = 0;
        tell("disabled", of->thread, self(), of->reads);
    }
    pthread_mutex_unlock(&lock);
    return error;
}

uint32_t ReadThreadProfilingData(void *handle, uint32_t flags, PERFORMANCE_DATA *data) {
    uint32_t error = ERROR_SUCCESS;
    pthread_mutex_lock(&lock);
    PROFILE *of = find(handle);
    if (of == NULL) {
        error = broken("broken: reads what is not enabled,", 0, ERROR_INVALID_HANDLE);
    } else if (data->Size != sizeof(PERFORMANCE_DATA) || data->Version != 1) {
        error = broken("broken: size or version,", of->thread, ERROR_BAD_LENGTH);
    } else if ((flags & ~3u) != 0 || ((flags & 2) != 0 && of->counters == 0)) {
        error = broken("broken: reads what it did not enable of", of->thread, ERROR_INVALID_PARAMETER);
    } else if ((flags & 2) != 0 && of->thread != self()) {
        error = broken("broken: counters of another:", of->thread, ERROR_INVALID_PARAMETER);
    } else {
        uint32_t id = of->thread;
        uint32_t read = ++of->reads;
        data->ContextSwitchCount = id * 100 + read;
        /* Since it was read last: UserRequest or WrAlertByThreadId, in turn. */
        data->WaitReasonBitMap = read % 2 == 1 ? UINT64_C(1) << 6 : UINT64_C(1) << 37;
        data->CycleTime = id * UINT64_C(1000000007) + read;
        data->RetryCount = read % 3;
        if (flags & 2) {
            for (int i = 0; i < MAX_HW_COUNTERS; i++) {
                if (of->counters >> i & 1) {
                    data->HwCounters[i] = (HARDWARE_COUNTER_DATA) {.Value = id * UINT64_C(5000000029) + i};
                    data->HwCountersCount++;
                }
            }
        }
    }
    pthread_mutex_unlock(&lock);
    return error;
}
