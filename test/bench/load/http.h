/* What the generator reads from its request file and from the heads of answers. `die` ends the program with a message. */
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void die(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

typedef struct {
  const char *bytes;
  size_t length;
} request;

/* Requests in a mapped file: "<length>\n<bytes>" each. */
typedef struct {
  const char *start;
  const char *next;
  const char *end;
  bool loops;
} request_file;

/* The file stays mapped until the end of the program. */
static request_file map_requests(const char *path, bool loops) {
  struct stat stat;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || fstat(fd, &stat) != 0) die("%s: %s", path, strerror(errno));
  if (stat.st_size == 0) die("%s has no requests", path);
  size_t size = (size_t)stat.st_size;
  const char *start = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
  if (start == MAP_FAILED) die("%s: %s", path, strerror(errno));
  close(fd);
  return (request_file){start, start, start + size, loops};
}

/* Takes the next request, from the start again if the file loops. Returns false if there is none left. */
static bool take_request(request_file *file, request *taken) {
  if (file->next == file->end) {
    if (!file->loops) return false;
    file->next = file->start;
  }
  size_t length = 0;
  const char *at = file->next;
  for (; at < file->end && *at >= '0' && *at <= '9'; at++) length = length * 10 + (size_t)(*at - '0');
  if (at == file->end || *at != '\n' || length == 0 || length > (size_t)(file->end - at - 1))
    die("the request file is damaged at byte %td", file->next - file->start);
  *taken = (request){at + 1, length};
  file->next = at + 1 + length;
  return true;
}

static bool asks_for_head(const request *sent) {
  return sent->length > 5 && memcmp(sent->bytes, "HEAD ", 5) == 0;
}

typedef struct {
  int status;
  size_t head_length;
  uint64_t body_length;
} answer;

/* Reads the head of an answer to `sent`. Returns false while it is incomplete. */
static bool read_head(const char *text, size_t length, const request *sent, answer *read) {
  static const char END[] = "\r\n\r\n", NAME[] = "content-length:";
  const size_t end_length = sizeof END - 1, name_length = sizeof NAME - 1;
  const char *end = memmem(text, length, END, end_length);
  if (end == NULL) return false;
  if (end - text < 12 || memcmp(text, "HTTP/1.", 7) != 0) die("an answer is not HTTP/1: %.12s", text);
  *read = (answer){.status = atoi(text + 9), .head_length = (size_t)(end - text) + end_length};
  if (asks_for_head(sent) || read->status == 204 || read->status == 304) return true;
  for (const char *line = text; line < end; line = (const char *)memchr(line, '\n', (size_t)(end + 2 - line)) + 1) {
    if ((size_t)(end - line) <= name_length || strncasecmp(line, NAME, name_length) != 0) continue;
    read->body_length = strtoull(line + name_length, NULL, 10);
    return true;
  }
  die("an answer has no Content-Length: %.*s", (int)(end - text), text);
}
