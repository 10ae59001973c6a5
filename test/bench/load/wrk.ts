import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { processorSeconds } from "../processes/process.ts";

/** Result of one run of wrk against one server. */
export interface WrkResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  requests: number;
  /** CPU share of one core. Above `MAX_CLIENT_SHARE` the client was the bottleneck and the figure is invalid. */
  clientShare: number;
  /** CPU time of the server per request, in microseconds. */
  serverMicroseconds: number;
}

export const MAX_CLIENT_SHARE = 0.9;
const CHUNK_CHARACTERS = 1 << 20;

/** @throws Error if wrk is missing; other clients would be the bottleneck */
export function requireWrk(): void {
  if (Bun.which("wrk") !== null) return;
  throw new Error("wrk is missing, and this benchmark needs it to send its load: apt-get install wrk");
}

/** Writes presigned requests to the file that wrk reads. @returns their number */
export function writeRequests(path: string, requests: Iterable<Buffer>): number {
  const file = openSync(path, "w");
  let text = "";
  let count = 0;
  for (const request of requests) {
    text += `${request.length}\n${request.toString("latin1")}`;
    count++;
    if (text.length < CHUNK_CHARACTERS) continue;
    writeSync(file, text, null, "latin1");
    text = "";
  }
  writeSync(file, text, null, "latin1");
  closeSync(file);
  return count;
}

export interface Load {
  port: number;
  /** Process id of the server. */
  pid: number;
  connections: number;
  seconds: number;
  /** File for the requests. */
  path: string;
  requests: Iterable<Buffer>;
  /** Whether the requests can be repeated, as reads can. */
  loops: boolean;
}

/** @throws Error if an answer is not a success, or if the requests run out */
export async function runWrk(load: Load): Promise<WrkResult> {
  const { port, pid, connections, seconds, path, loops } = load;
  const written = writeRequests(path, load.requests);
  const before = processorSeconds(pid);
  const script = join(import.meta.dir, "wrk.lua");
  const options = [
    "-t",
    "1",
    "-c",
    String(connections),
    "-d",
    `${seconds}s`,
    "--timeout",
    "10s",
    "-s",
    script,
  ];
  const child = Bun.spawn(["wrk", ...options, `http://127.0.0.1:${port}`], {
    env: { ...Bun.env, LOAD_FILE: path, LOAD_LOOP: loops ? "1" : "0" },
    stdout: "pipe",
    stderr: "inherit",
  });
  const output = await new Response(child.stdout).text();
  await child.exited;
  const used = processorSeconds(pid) - before;
  rmSync(path, { force: true });
  const counted = /@@(\{.*\})/.exec(output)?.[1];
  if (counted === undefined) throw new Error(`wrk failed: ${output}`);
  const result = JSON.parse(counted) as Record<
    "requests" | "us" | "refused" | "broken" | "p50_us" | "p99_us",
    number
  >;
  if (result.refused + result.broken > 0)
    throw new Error(`${result.refused} requests were refused, and ${result.broken} broken off`);
  if (!loops && result.requests > written - connections) throw new Error("the signed requests ran out");
  const usage = child.resourceUsage();
  return {
    perSecond: Math.round(result.requests / (result.us / 1e6)),
    p50Ms: result.p50_us / 1000,
    p99Ms: result.p99_us / 1000,
    requests: result.requests,
    clientShare: Number(usage?.cpuTime.total ?? 0n) / result.us,
    serverMicroseconds: (used * 1e6) / result.requests,
  };
}
