/*
 * The system's clocks, whose time of day is set by BY seconds once the file SET is there: the others go on as before.
 */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *time)
{
    int result = (int) syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && clock == CLOCK_REALTIME && access(SET, F_OK) == 0) {
        time->tv_sec += BY;
    }
    return result;
}
