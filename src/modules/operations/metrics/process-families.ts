import { SECOND_MS } from "../../../kit/clock.ts";
import { readDescriptors } from "../../../kit/process/descriptors.ts";
import type { LoopLag } from "../../../kit/process/loop-lag.ts";
import { VERSION } from "../../../kit/process/version.ts";
import { counter, durations, type Family, gauge } from "../../platform/metrics/index.ts";

export interface ProcessSources {
  /** Unix milliseconds. */
  startedAt: number;
  loopLag: LoopLag;
  safeModeReason: () => string | null;
}

export function processFamilies(
  { startedAt, loopLag, safeModeReason }: ProcessSources,
  nowMs: number,
): Family[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    gauge("salute_build_info", "Version of salute and of Bun, in the labels; the value is 1.", {
      labels: { version: VERSION, bun: Bun.version },
      value: 1,
    }),
    gauge("process_start_time_seconds", "Start time of the process, in Unix seconds.", {
      value: startedAt / SECOND_MS,
    }),
    gauge("salute_uptime_seconds", "Time since the start of the process.", {
      value: (nowMs - startedAt) / SECOND_MS,
    }),
    counter("process_cpu_seconds_total", "User and system CPU time of the process.", {
      value: (user + system) / 1_000_000,
    }),
    gauge("process_resident_memory_bytes", "Resident memory of the process.", { value: rss }),
    gauge("salute_heap_used_bytes", "JavaScript heap in use.", { value: heapUsed }),
    ...descriptorFamilies(),
    durations(
      "salute_event_loop_lag_seconds",
      "How late the event loop ran a timer, measured twice a second.",
      { labels: {}, histogram: loopLag.histogram, totalMs: loopLag.totalMs },
    ),
    gauge("salute_safe_mode", "1 in safe mode, otherwise 0.", {
      value: safeModeReason() === null ? 0 : 1,
    }),
  ];
}

/** None on systems that do not tell. */
function descriptorFamilies(): Family[] {
  const found = readDescriptors();
  if (found === null) return [];
  const { open, limit } = found;
  return [
    gauge("process_open_fds", "Open file descriptors of the process.", { value: open }),
    gauge(
      "process_max_fds",
      "Limit of open file descriptors.",
      ...(limit === null ? [] : [{ value: limit }]),
    ),
  ];
}
