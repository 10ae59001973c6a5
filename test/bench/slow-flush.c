/* Delays each flush of a file by SLOW_FLUSH_MS milliseconds, as a slow disk does. Loaded by LD_PRELOAD. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static void pause_first(void) {
  const char *text = getenv("SLOW_FLUSH_MS");
  long ms = text ? atol(text) : 0;
  struct timespec time = {ms / 1000, (ms % 1000) * 1000000L};
  nanosleep(&time, 0);
}

int fdatasync(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fdatasync");
  pause_first();
  return real(fd);
}

int fsync(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fsync");
  pause_first();
  return real(fd);
}
