import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { compile } from "../processes/compile.ts";
import { processorSeconds } from "../processes/process.ts";
import { scratchFile } from "../processes/servers.ts";

/** Result of one run of the load generator against one server. */
export interface GeneratorResult {
  perSecond: number;
  p50Ms: number;
  /** Of every request, as measured. */
  p99Ms: number;
  /** With the samples that wrk adds for slow answers. */
  p99CorrectedMs: number;
  requests: number;
  /** CPU share of one core. Above `MAX_CLIENT_SHARE` the client was the bottleneck and the figure is invalid. */
  clientShare: number;
  /** CPU time of the server per request, in microseconds. */
  serverMicroseconds: number;
}

export const MAX_CLIENT_SHARE = 0.9;
const CHUNK_CHARACTERS = 1 << 20;

let program: string | null = null;
let files = 0;

/** Path of the load generator, compiled at the first call. @throws Error if there is no C compiler */
export function compileGenerator(): string {
  if (program === null) {
    const path = scratchFile("generator");
    compile(join(import.meta.dir, "generator.c"), path);
    program = path;
  }
  return program;
}

/** Writes requests to the file that the generator reads. */
function writeRequests(path: string, requests: Iterable<Buffer>): void {
  const file = openSync(path, "w");
  let text = "";
  for (const request of requests) {
    text += `${request.length}\n${request.toString("latin1")}`;
    if (text.length < CHUNK_CHARACTERS) continue;
    writeSync(file, text, null, "latin1");
    text = "";
  }
  writeSync(file, text, null, "latin1");
  closeSync(file);
}

export interface Load {
  port: number;
  /** Process id of the server. */
  pid: number;
  connections: number;
  seconds: number;
  requests: Iterable<Buffer>;
  /** Whether the requests can be repeated, as reads can. */
  loops: boolean;
}

/** @throws Error if an answer is not a success, if there is none, or if the requests run out */
export async function runGenerator(load: Load): Promise<GeneratorResult> {
  const { port, pid, connections, seconds, loops } = load;
  const path = scratchFile(`requests-${files++}`);
  writeRequests(path, load.requests);
  const before = processorSeconds(pid);
  const words = [port, connections, seconds, path, loops ? "loop" : "once"].map(String);
  const child = Bun.spawn([compileGenerator(), ...words], { stdout: "pipe", stderr: "pipe" });
  const [output, failure] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const code = await child.exited;
  const used = processorSeconds(pid) - before;
  rmSync(path, { force: true });
  if (code !== 0) throw new Error(`the load generator failed: ${failure.trim()}`);
  const result = JSON.parse(output) as Record<
    "requests" | "seconds" | "refused" | "broken" | "p50_us" | "p99_us" | "p99_corrected_us",
    number
  >;
  if (result.refused + result.broken > 0)
    throw new Error(`${result.refused} requests were refused, and ${result.broken} broken off`);
  if (result.requests === 0) throw new Error(`no request was answered within ${seconds} s`);
  const usage = child.resourceUsage();
  return {
    perSecond: Math.round(result.requests / result.seconds),
    p50Ms: result.p50_us / 1000,
    p99Ms: result.p99_us / 1000,
    p99CorrectedMs: result.p99_corrected_us / 1000,
    requests: result.requests,
    clientShare: Number(usage?.cpuTime.total ?? 0n) / 1e6 / result.seconds,
    serverMicroseconds: (used * 1e6) / result.requests,
  };
}
