/*
 * A load generator with a closed loop: each connection to 127.0.0.1 sends its next request after the complete answer to
 * its last one. It records the latency of every request, from the first byte sent to the last byte received.
 *
 *   generator PORT CONNECTIONS SECONDS FILE once|loop
 *
 * FILE holds the requests in their order, "<length>\n<bytes>" each; with `loop` they start again at the end. After
 * SECONDS nothing more is sent, and open requests have ten seconds: their answers count for the latencies, not for the
 * rate. Prints one line of JSON; `refused` counts answers other than 2xx and 3xx, `broken` connections that were closed
 * and requests that were not answered. Exits with 1 and a message if the requests run out or an answer cannot be read.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include "histogram.h"
#include "http.h"

enum { HEAD_BYTES = 16384, DISCARD_BYTES = 65536, EVENTS = 256 };
static const uint64_t SECOND = 1000000000, GRACE = 10 * SECOND;

typedef struct {
  int fd; /* -1 once closed */
  bool awaits_space; /* the socket's buffer was full */
  request sent;
  size_t unsent;
  uint64_t sent_at;
  /* The answer: its head as far as it is here, then only the number of its missing bytes. */
  bool in_body;
  size_t head_length;
  uint64_t body_left;
  int status;
  char head[HEAD_BYTES];
} connection;

static struct {
  int epoll;
  request_file file;
  uint64_t ends_at;
  int waiting; /* open connections; each awaits an answer */
  uint64_t requests, refused, broken;
  histogram latencies;
} run;

static void die(const char *format, ...) {
  va_list values;
  va_start(values, format);
  vfprintf(stderr, format, values);
  va_end(values);
  fputc('\n', stderr);
  exit(1);
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * SECOND + (uint64_t)time.tv_nsec;
}

static void close_connection(connection *c) {
  close(c->fd);
  c->fd = -1;
  run.waiting--;
}

static void break_off(connection *c) {
  run.broken++;
  close_connection(c);
}

static void watch(connection *c, int operation) {
  struct epoll_event event = {.events = EPOLLIN | (c->awaits_space ? EPOLLOUT : 0), .data.ptr = c};
  if (epoll_ctl(run.epoll, operation, c->fd, &event) != 0) die("epoll: %s", strerror(errno));
}

/* Sends as much of the request as the socket takes, and asks epoll for the rest. */
static void send_unsent(connection *c) {
  while (c->unsent > 0) {
    const char *from = c->sent.bytes + c->sent.length - c->unsent;
    ssize_t count = send(c->fd, from, c->unsent, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count >= 0) c->unsent -= (size_t)count;
    else if (errno == EAGAIN) break;
    else if (errno != EINTR) return break_off(c);
  }
  if (c->awaits_space == (c->unsent > 0)) return;
  c->awaits_space = !c->awaits_space;
  watch(c, EPOLL_CTL_MOD);
}

static void send_next(connection *c, uint64_t time) {
  if (!take_request(&run.file, &c->sent)) die("the requests ran out after %lu answers", run.requests);
  c->unsent = c->sent.length;
  c->sent_at = time;
  c->in_body = false;
  c->head_length = 0;
  send_unsent(c);
}

static void finish(connection *c) {
  uint64_t time = now();
  record(&run.latencies, time - c->sent_at);
  if (c->status < 200 || c->status > 399) run.refused++;
  if (time < run.ends_at) run.requests++;
  if (c->unsent > 0) break_off(c); /* an answer to a part of the request */
  else if (time < run.ends_at) send_next(c, time);
  else close_connection(c);
}

static void receive(connection *c) {
  static char discarded[DISCARD_BYTES];
  char *into = c->in_body ? discarded : c->head + c->head_length;
  size_t space = c->in_body ? sizeof discarded : sizeof c->head - c->head_length;
  ssize_t count = recv(c->fd, into, space, MSG_DONTWAIT);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) return break_off(c);
  size_t of_body = (size_t)count;
  if (!c->in_body) {
    answer read;
    c->head_length += (size_t)count;
    if (!read_head(c->head, c->head_length, &c->sent, &read)) {
      if (c->head_length == sizeof c->head) die("the head of an answer has more than %d bytes", HEAD_BYTES);
      return;
    }
    of_body = c->head_length - read.head_length;
    c->in_body = true;
    c->body_left = read.body_length;
    c->status = read.status;
  }
  if (of_body > c->body_left) die("an answer is longer than it says: status %d", c->status);
  c->body_left -= of_body;
  if (c->body_left == 0) finish(c);
}

static void open_connection(connection *c, int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int on = 1;
  c->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (c->fd < 0 || connect(c->fd, (struct sockaddr *)&address, sizeof address) != 0)
    die("no connection to port %d: %s", port, strerror(errno));
  setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  watch(c, EPOLL_CTL_ADD);
}

/* Handles answers until none is awaited or the grace is over; what is open then counts as broken. */
static void serve_events(void) {
  struct epoll_event events[EVENTS];
  for (uint64_t time = now(); run.waiting > 0 && time < run.ends_at + GRACE; time = now()) {
    int count = epoll_wait(run.epoll, events, EVENTS, 100);
    for (int i = 0; i < count; i++) {
      connection *c = events[i].data.ptr;
      if (events[i].events & ~(uint32_t)EPOLLOUT) receive(c);
      if (c->fd >= 0 && c->awaits_space && (events[i].events & EPOLLOUT)) send_unsent(c);
    }
  }
  run.broken += (uint64_t)run.waiting;
}

static void report(double seconds, int connections) {
  static histogram corrected;
  const histogram *all = &run.latencies;
  double interval = run.requests > 0 ? seconds * connections / (double)run.requests : 0;
  correct(all, (uint64_t)(interval * (double)SECOND), &corrected);
  printf("{\"requests\":%lu,\"seconds\":%.6f,\"refused\":%lu,\"broken\":%lu,", run.requests, seconds, run.refused,
         run.broken);
  printf("\"p50_us\":%.1f,\"p99_us\":%.1f,\"p99_corrected_us\":%.1f,\"p999_us\":%.1f,\"max_us\":%.1f}\n",
         (double)percentile(all, 0.5) / 1e3, (double)percentile(all, 0.99) / 1e3,
         (double)percentile(&corrected, 0.99) / 1e3, (double)percentile(all, 0.999) / 1e3, (double)all->longest / 1e3);
}

int main(int count, char **words) {
  if (count != 6) die("usage: generator PORT CONNECTIONS SECONDS FILE once|loop");
  int port = atoi(words[1]), connections = atoi(words[2]);
  double seconds = atof(words[3]);
  bool loops = strcmp(words[5], "loop") == 0;
  if (port < 1 || port > 65535 || connections < 1 || !(seconds > 0)) die("the port, connections or seconds are invalid");
  if (!loops && strcmp(words[5], "once") != 0) die("the requests are sent \"once\" or in a \"loop\"");
  run.file = map_requests(words[4], loops);
  run.epoll = epoll_create1(EPOLL_CLOEXEC);
  connection *all = calloc((size_t)connections, sizeof *all);
  if (run.epoll < 0 || all == NULL) die("no memory for %d connections", connections);
  for (int i = 0; i < connections; i++) open_connection(&all[i], port);
  run.waiting = connections;
  uint64_t started_at = now();
  run.ends_at = started_at + (uint64_t)(seconds * (double)SECOND);
  for (int i = 0; i < connections; i++) send_next(&all[i], now());
  serve_events();
  uint64_t ended_at = now();
  if (ended_at > run.ends_at) ended_at = run.ends_at;
  report((double)(ended_at - started_at) / (double)SECOND, connections);
  free(all);
}
