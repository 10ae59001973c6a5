/*
 * Latencies in nanoseconds, in constant memory: exact below 256 ns, above it in 128 buckets per power of two. A bucket
 * stands for its middle, which is off by less than 0.4 %.
 */
#pragma once
#include <stdint.h>

enum { STEP_BITS = 7, STEPS = 1 << STEP_BITS, BUCKETS = (65 - STEP_BITS) * STEPS };

typedef struct {
  uint64_t counts[BUCKETS];
  uint64_t total;
  uint64_t longest;
} histogram;

static inline int bucket_of(uint64_t nanoseconds) {
  if (nanoseconds < 2 * STEPS) return (int)nanoseconds;
  int shift = 63 - __builtin_clzll(nanoseconds) - STEP_BITS;
  return shift * STEPS + (int)(nanoseconds >> shift);
}

static inline uint64_t middle_of(int bucket) {
  if (bucket < 2 * STEPS) return (uint64_t)bucket;
  int shift = bucket / STEPS - 1;
  return ((uint64_t)(bucket % STEPS + STEPS) << shift) + (1ull << shift) / 2;
}

static inline void record(histogram *h, uint64_t nanoseconds) {
  h->counts[bucket_of(nanoseconds)]++;
  h->total++;
  if (nanoseconds > h->longest) h->longest = nanoseconds;
}

/* The sample that is longer than a share of all, such as 0.99; 0 without samples. */
static uint64_t percentile(const histogram *h, double share) {
  uint64_t shorter = (uint64_t)(share * (double)h->total);
  uint64_t seen = 0;
  for (int bucket = 0; bucket < BUCKETS; bucket++) {
    seen += h->counts[bucket];
    if (seen > shorter) return middle_of(bucket);
  }
  return 0;
}

/*
 * Adds, as wrk does, the samples of requests that a client with a fixed pace would have sent during each slow answer:
 * for a sample of more than two intervals one that is an interval shorter, one two intervals shorter, and so on, as
 * long as they are longer than an interval.
 */
static void correct(const histogram *measured, uint64_t interval, histogram *corrected) {
  *corrected = *measured;
  if (interval == 0) return;
  for (int bucket = 0; bucket < BUCKETS; bucket++) {
    uint64_t count = measured->counts[bucket];
    uint64_t latency = middle_of(bucket);
    if (count == 0 || latency <= 2 * interval) continue;
    for (uint64_t added = latency - interval; added > interval; added -= interval) {
      corrected->counts[bucket_of(added)] += count;
      corrected->total += count;
    }
  }
}
