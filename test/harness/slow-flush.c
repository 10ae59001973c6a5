/*
 * A disk as a test wants it, loaded by LD_PRELOAD: each flush of a file takes SLOW_FLUSH_MS milliseconds more, and where
 * FLUSHED_DIR names a directory, it gets a copy of each flushed file as a power failure would leave it: as it was when
 * its last flush that came to an end began.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void take_copy(int fd, const char *to) {
  char buffer[65536];
  int out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  off_t at = 0;
  ssize_t count;
  while (out >= 0 && (count = pread(fd, buffer, sizeof buffer, at)) > 0) {
    if (write(out, buffer, count) != count) abort();
    at += count;
  }
  if (out >= 0) close(out);
}

static int flush(int fd, const char *name) {
  int (*real)(int) = dlsym(RTLD_NEXT, name);
  const char *ms = getenv("SLOW_FLUSH_MS"), *dir = getenv("FLUSHED_DIR");
  char link[64], file[4096], to[4300] = "", begun[4400];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, file, sizeof file - 1);
  if (dir && length > 0) {
    file[length] = 0;
    if (strstr(file, ".db")) {
      snprintf(to, sizeof to, "%s/%s", dir, strrchr(file, '/') + 1);
      snprintf(begun, sizeof begun, "%s.begun", to);
      take_copy(fd, begun);
    }
  }
  long wait = ms ? atol(ms) : 0;
  struct timespec time = {wait / 1000, (wait % 1000) * 1000000L};
  nanosleep(&time, 0);
  int result = real(fd);
  if (*to && result == 0) rename(begun, to);
  return result;
}

int fdatasync(int fd) { return flush(fd, "fdatasync"); }
int fsync(int fd) { return flush(fd, "fsync"); }
