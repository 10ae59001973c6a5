import { readdirSync, readFileSync } from "node:fs";
import { until } from "../../harness/until.ts";

/** A request before it is sent. */
export interface Asked {
  method: string;
  target: string;
  headers: Record<string, string>;
  body?: string;
}

/** A server that people would pick for a part of the work, really started, as its own documentation recommends. */
export interface Peer {
  name: string;
  port: number;
  /** Its processes, with those of the databases that it needs; their children count, too. */
  processes: Bun.Subprocess[];
  /** What is left of acknowledged work after a loss of power. */
  afterPowerLoss: string;
  /** A durable credit, distinct each time. */
  credit?(index: number): Asked;
  balance?(index: number): Asked;
  /** Sends later events to this address. */
  listen?(url: string): Promise<void>;
  /** What makes one event, whose delivery then contains the text. */
  event?(text: string): Asked;
}

const started: Bun.Subprocess[] = [];

/** Starts a quiet process that `stopPeers` ends. */
export function startProcess(
  words: string[],
  options: { cwd?: string; env?: Record<string, string | undefined> } = {},
): Bun.Subprocess {
  const child = Bun.spawn(words, { ...options, stdin: "ignore", stdout: "ignore", stderr: "ignore" });
  started.push(child);
  return child;
}

export async function stopPeers(): Promise<void> {
  for (const child of started.reverse()) {
    child.kill();
    await child.exited;
  }
}

/** Users, balances or records that requests are spread over. */
export const ACCOUNTS = 200;

export function toAmount(index: number): number {
  return 1 + (index % 500);
}

export function json(
  method: string,
  target: string,
  body: object,
  headers: Record<string, string> = {},
): Asked {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  return {
    method,
    target,
    headers: { "content-type": "application/json", "content-length": length, ...headers },
    body: text,
  };
}

/** Sends a request by itself. @throws Error if it is refused */
export async function send<T>(port: number, { method, target, headers, body }: Asked): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${port}${target}`, { method, headers, body: body ?? null });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${target} was answered ${answer.status}: ${text}`);
  return (text === "" ? null : JSON.parse(text)) as T;
}

export async function untilAnswers(port: number, path: string): Promise<void> {
  await until(() =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
}

export function freePort(): number {
  const probe = Bun.listen({ port: 0, hostname: "127.0.0.1", socket: { data() {} } });
  probe.stop(true);
  return probe.port;
}

/** Memory of processes and their children in megabytes, in which pages that several share count once. */
export function memoryMegabytes(processes: readonly Bun.Subprocess[]): number {
  const counted = new Set(processes.map(({ pid }) => pid));
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const fields = read(`/proc/${name}/stat`).split(") ")[1]?.split(" ");
    if (fields !== undefined) parents.set(Number(name), Number(fields[1]));
  }
  for (let before = 0; before < counted.size; ) {
    before = counted.size;
    for (const [pid, parent] of parents) if (counted.has(parent)) counted.add(pid);
  }
  let kilobytes = 0;
  for (const pid of counted)
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
  return Math.round(kilobytes / 1024);
}

/** The file of a process, empty when it has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
