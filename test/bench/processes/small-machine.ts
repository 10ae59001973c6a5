import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * A cgroup with the limits of Fly's shared-cpu-1x: a hard limit of memory without swap, and 5 ms of processor time per
 * 80 ms. Unused time is saved, at most 500 s of it, and while any is left one whole core may be used
 * (fly.io/docs/machines/cpu-performance). The balance is counted here, as the kernel saves one period only.
 */
const PERIOD_US = 80_000;
const BASELINE_US = 5_000;
const MAX_BALANCE_US = 500_000_000;
const COUNT_EVERY_MS = 100;
const ROOT = "/sys/fs/cgroup";

export interface SmallMachine {
  /** Words before a command that make it run inside. */
  prefix: string[];
  /** What was used since it was made. */
  read(): Usage;
  remove(): void;
}

interface Usage {
  /** Processor time of both kinds, as a share of one core. */
  processorShare: number;
  throttledSeconds: number;
  /** Share of the time without a balance. */
  emptyShare: number;
  balanceSeconds: number;
  /** Peak of memory that cannot be written back, and of all with the cached files. */
  peakMegabytes: number;
  peakWithCacheMegabytes: number;
  killed: number;
}

/**
 * @param savedSeconds the balance at the start
 * @throws Error if the cgroups cannot be written
 */
export function makeSmallMachine(megabytes: number, savedSeconds: number): SmallMachine {
  const group = existsSync(`${ROOT}/cgroup.controllers`) ? unifiedGroup() : separateGroups();
  const startedAt = performance.now();
  let [countedAt, used, balance, empty, peak] = [startedAt, 0, savedSeconds * 1e6, 0, 0];
  const limitProcessor = () => group.limitProcessor(balance > 0 ? PERIOD_US : BASELINE_US);
  group.limitMemory(megabytes * 2 ** 20);
  limitProcessor();
  const counting = setInterval(() => {
    const at = performance.now();
    const elapsedUs = (at - countedAt) * 1_000;
    const now = group.usedUs();
    balance = Math.min(balance + (elapsedUs * BASELINE_US) / PERIOD_US - (now - used), MAX_BALANCE_US);
    if (balance <= 0) empty += at - countedAt;
    [countedAt, used] = [at, now];
    limitProcessor();
    peak = Math.max(peak, group.lastingBytes());
  }, COUNT_EVERY_MS);
  const enter = group.folders.map((folder) => `echo $$ > ${join(folder, "cgroup.procs")}`).join(" && ");
  return {
    prefix: ["sh", "-c", `${enter} && exec "$0" "$@"`],
    read: () => ({
      processorShare: used / 1_000 / (countedAt - startedAt),
      throttledSeconds: group.throttledUs() / 1e6,
      emptyShare: empty / (countedAt - startedAt),
      balanceSeconds: balance / 1e6,
      peakMegabytes: Math.round(peak / 2 ** 20),
      peakWithCacheMegabytes: Math.round(group.peakBytes() / 2 ** 20),
      killed: group.killed(),
    }),
    remove() {
      clearInterval(counting);
      for (const folder of group.folders) rmdirSync(folder);
    },
  };
}

interface Group {
  folders: string[];
  limitMemory(bytes: number): void;
  limitProcessor(quotaUs: number): void;
  usedUs(): number;
  throttledUs(): number;
  lastingBytes(): number;
  peakBytes(): number;
  killed(): number;
}

const NAME = `salute-bench-${process.pid}`;

function numberIn(path: string, name?: string): number {
  const text = readFileSync(path, "utf8");
  return Number(name === undefined ? text : new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1]);
}

function unifiedGroup(): Group {
  const folder = join(ROOT, NAME);
  writeFileSync(join(ROOT, "cgroup.subtree_control"), "+cpu +memory");
  mkdirSync(folder);
  const file = (name: string) => join(folder, name);
  return {
    folders: [folder],
    limitMemory(bytes) {
      writeFileSync(file("memory.max"), String(bytes));
      writeFileSync(file("memory.swap.max"), "0");
    },
    limitProcessor: (quotaUs) => writeFileSync(file("cpu.max"), `${quotaUs} ${PERIOD_US}`),
    usedUs: () => numberIn(file("cpu.stat"), "usage_usec"),
    throttledUs: () => numberIn(file("cpu.stat"), "throttled_usec"),
    lastingBytes: () => numberIn(file("memory.stat"), "anon") + numberIn(file("memory.stat"), "kernel"),
    peakBytes: () => numberIn(file("memory.peak")),
    killed: () => numberIn(file("memory.events"), "oom_kill"),
  };
}

/** Of the first version of cgroups, in which each controller has its own folders. */
function separateGroups(): Group {
  const [cpu, cpuacct, memory] = ["cpu", "cpuacct", "memory"].map((each) => join(ROOT, each, NAME)) as [
    string,
    string,
    string,
  ];
  for (const folder of [cpu, cpuacct, memory]) mkdirSync(folder);
  writeFileSync(join(cpu, "cpu.cfs_period_us"), String(PERIOD_US));
  return {
    folders: [cpu, cpuacct, memory],
    limitMemory(bytes) {
      writeFileSync(join(memory, "memory.limit_in_bytes"), String(bytes));
      writeFileSync(join(memory, "memory.memsw.limit_in_bytes"), String(bytes));
    },
    limitProcessor: (quotaUs) => writeFileSync(join(cpu, "cpu.cfs_quota_us"), String(quotaUs)),
    usedUs: () => numberIn(join(cpuacct, "cpuacct.usage")) / 1_000,
    throttledUs: () => numberIn(join(cpu, "cpu.stat"), "throttled_time") / 1_000,
    lastingBytes: () =>
      numberIn(join(memory, "memory.stat"), "rss") + numberIn(join(memory, "memory.kmem.usage_in_bytes")),
    peakBytes: () => numberIn(join(memory, "memory.max_usage_in_bytes")),
    killed: () => numberIn(join(memory, "memory.oom_control"), "oom_kill"),
  };
}
