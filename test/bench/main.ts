import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { type Credentials, newIdempotencyKey, newNonce, sign } from "../harness/signing.ts";
import { type LoadResult, runLoad } from "./load.ts";

/**
 * Speed as ratios against a raw baseline in the same run (machines differ, ratios hold). `bun run bench [--seconds 5]
 * [--binary dist/salute]`. Rounds alternate between the two servers, so that noise meets both alike.
 */
const seconds = Number(flag("--seconds") ?? "4");
const rounds = Number(flag("--rounds") ?? "3");
const salute = flag("--binary") === undefined ? ["bun", join(import.meta.dir, "../../src/main.ts")] : [flag("--binary") ?? ""];
const CONNECTIONS = 64;
const directory = mkdtempSync(join(tmpdir(), "salute-bench-"));

interface Server {
  port: number;
  key: Credentials;
  process: Bun.Subprocess;
}

interface Scenario {
  name: string;
  target: number;
  request: (server: Server) => Buffer;
}

const BALANCE = "/api/salutes/balance?user_id=ext%3Ademo-user";
const CREDIT_BODY = JSON.stringify({ user_id: "ext:demo-user", amount: 0.01, reason: "bench", source: "bench" });

const scenarios: Scenario[] = [
  { name: "GET /healthz", target: 0.85, request: () => encode("GET", "/healthz", {}) },
  { name: "signed balance read", target: 0.75, request: ({ key }) => signed(key, "GET", BALANCE) },
  { name: "signed credit, synchronous=FULL", target: 0.6, request: ({ key }) => signed(key, "POST", "/api/salutes/credit", CREDIT_BODY) },
];

function encode(method: string, target: string, headers: Record<string, string>, body = ""): Buffer {
  const lines = Object.entries({ host: "127.0.0.1", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}

function signed(key: Credentials, method: string, target: string, body?: string): Buffer {
  const timestamp = Math.floor(Date.now() / 1000);
  const isMutation = body !== undefined;
  const headers = sign(key, method, target, { body: body ?? "", nonce: isMutation ? newNonce() : null, timestamp });
  if (isMutation) {
    headers["content-type"] = "application/json";
    headers["content-length"] = String(Buffer.byteLength(body));
    headers["idempotency-key"] = newIdempotencyKey();
  }
  return encode(method, target, headers, body);
}

async function startRaw(): Promise<Server> {
  const key = { key_id: "pk_live_0000000000000000", secret: "sk_live_bench" };
  const args = [join(import.meta.dir, "raw-server.ts"), join(directory, "raw.db"), key.key_id, key.secret];
  const process = Bun.spawn(["bun", ...args], { stdout: "pipe", stderr: "inherit" });
  const port = Number(await firstLine(process.stdout));
  return { port, key, process };
}

async function startSalute(): Promise<Server> {
  const data = join(directory, "salute");
  const port = 20_000 + Math.floor((performance.now() * 1000) % 20_000);
  const env = { ...Bun.env, LOG_LEVEL: "warn", PARTNER_RATE_LIMIT_PER_MINUTE: "0", RATE_LIMIT_PUBLIC_API_PER_MIN: "0" };
  const process = Bun.spawn([...salute, "serve", "--port", String(port), "--data", data], { stdout: "pipe", stderr: "inherit", env });
  const printed = await readUntil(process.stdout, /SECRET='/);
  const [, key_id = ""] = /KEY='([^']+)'/.exec(printed) ?? [];
  const [, secret = ""] = /SECRET='([^']+)'/.exec(printed) ?? [];
  return { port, key: { key_id, secret }, process };
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  return (await readUntil(stream, /\n/)).trim();
}

async function readUntil(stream: ReadableStream<Uint8Array>, pattern: RegExp): Promise<string> {
  let text = "";
  const reader = stream.getReader();
  while (!pattern.test(text)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += new TextDecoder().decode(value);
  }
  reader.releaseLock();
  return text;
}

/** Requests are built before the clock runs. */
async function measure(scenario: Scenario, server: Server): Promise<LoadResult> {
  const isRead = !scenario.name.includes("credit");
  const ready = isRead ? [scenario.request(server)] : Array.from({ length: seconds * 30_000 }, () => scenario.request(server));
  return runLoad({
    port: server.port,
    connections: CONNECTIONS,
    seconds,
    next: (index) => (isRead ? (ready[0] ?? null) : (ready[index] ?? null)),
  });
}

function flag(name: string): string | undefined {
  const index = Bun.argv.indexOf(name);
  return index === -1 ? undefined : Bun.argv[index + 1];
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function residentMegabytes(pid: number): Promise<number> {
  return Bun.file(`/proc/${pid}/status`)
    .text()
    .then((text) => Math.round(Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024));
}

const raw = await startRaw();
const ours = await startSalute();
try {
  console.log(`${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, ${CONNECTIONS} connections, ${rounds} × ${seconds} s each, client on the same machine\n`);
  console.log("| Work | raw /s | salute /s | ratio | target | p50 ms | p99 ms |\n|---|---|---|---|---|---|---|");
  for (const scenario of scenarios) {
    const results = { raw: [] as LoadResult[], ours: [] as LoadResult[] };
    for (let round = 0; round < rounds; round++) {
      results.raw.push(await measure(scenario, raw));
      results.ours.push(await measure(scenario, ours));
    }
    const bad = results.ours.flatMap((result) => Object.keys(result.statuses)).filter((status) => status !== "200");
    if (bad.length > 0) throw new Error(`${scenario.name}: answers ${bad.join(", ")}`);
    const [rawRate, ourRate] = [results.raw, results.ours].map((list) => median(list.map((each) => each.requests_per_second)));
    const ratio = ((ourRate ?? 0) / (rawRate ?? 1)).toFixed(2);
    const p50 = median(results.ours.map((each) => each.p50_ms));
    const p99 = median(results.ours.map((each) => each.p99_ms));
    console.log(`| ${scenario.name} | ${rawRate} | ${ourRate} | ${ratio} | ${scenario.target} | ${p50} | ${p99} |`);
  }
  console.log(`\nresident after the load: ${await residentMegabytes(ours.process.pid)} MB`);
} finally {
  raw.process.kill();
  ours.process.kill();
  await Promise.all([raw.process.exited, ours.process.exited]);
  rmSync(directory, { recursive: true, force: true });
}
