import { readFileSync } from "node:fs";

const TICKS_A_SECOND = 100;

/** Processor time, user and system, that a process has used: what other work on the machine distorts least. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

export function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes ?? 0) / 1024);
}
