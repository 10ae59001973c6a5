import { statSync } from "node:fs";
import { join } from "node:path";
import { isoUtc } from "../../src/kit/clock.ts";
import { measureDesk } from "./depth-desk.ts";
import { fillDesk } from "./depth-desk-fill.ts";
import { BUSY_USERS, type Depth, fillFile } from "./depth-fill.ts";
import { runLoad } from "./load/load.ts";
import { signed } from "./load/requests.ts";
import { residentMegabytes } from "./processes/process.ts";
import {
  DATA,
  flag,
  runSalute,
  type Server,
  startAgain,
  startSalute,
  stopAll,
  useExecutable,
} from "./processes/servers.ts";

/**
 * One file with many rows, by the executable: credits, pages of the ledger, searches, an export, a backup, `check`, pages
 * of the desk and bytes per entry. `bun run bench:depth [--entries 10000000] [--users 1000000] [--partners 1000] [--webhooks 10000]
 * [--searched 100000] [--deliveries 1000000] [--settlements 20000] [--others 200000]
 * [--steps credits,reads,export,check,full,backup,desk] [--binary PATH] [--scratch DIRECTORY]`.
 * 100,000,000 entries take 25 GB, and their backup asks for 50 more.
 */
const depth: Depth = {
  entries: Number(flag("--entries") ?? "10000000"),
  users: Number(flag("--users") ?? "1000000"),
  partners: Number(flag("--partners") ?? "1000"),
  webhooks: Number(flag("--webhooks") ?? "10000"),
  searched: Number(flag("--searched") ?? "100000"),
};
/** Filled in for the step `desk` alone: with these rows the others would take longer than they did before. */
const deskDepth = {
  deliveries: Number(flag("--deliveries") ?? "1000000"),
  settlements: Number(flag("--settlements") ?? "20000"),
  others: Number(flag("--others") ?? "200000"),
};
const steps = (flag("--steps") ?? "credits,reads,export,check,full,backup").split(",");
const SAMPLES = 300;
const CREDIT_SECONDS = 10;
const CONNECTIONS = 16;
const file = join(DATA, "live.db");

await useExecutable();
try {
  const empty = await startSalute();
  await credits("credits on an empty file", empty, "ext:demo-user");
  empty.process.kill();
  await empty.process.exited;
  const before = statSync(file).size;
  const startedAt = performance.now();
  const { from, step } = await fillFile(file, depth);
  const bytes = statSync(file).size - before;
  const words = Object.entries(depth).map(([name, count]) => `${count.toLocaleString("en")} ${name}`);
  console.log(
    `\n${words.join(", ")}: ${gigabytes(statSync(file).size)} GB, filled in ${secondsSince(startedAt)} s`,
  );
  console.log(
    `${(bytes / depth.entries).toFixed(0)} bytes per entry, its indexes and its share of the users included`,
  );

  if (steps.includes("desk")) fillDesk(file, deskDepth);
  const restartedAt = performance.now();
  const server = await startAgain(empty);
  console.log(`ready ${secondsSince(restartedAt)} s after a restart\n`);
  const work: Record<string, () => Promise<void>> = {
    credits: () => credits("credits at depth", server, "ext:user-1"),
    reads: () => reads(server, from, step),
    export: () => exported(server),
    check: () => timed("salute check", ["check", "--json"]),
    full: () => timed("salute check --full", ["check", "--full", "--json"]),
    backup: () => timed("salute backup run", ["backup", "run", "--json"]),
    desk: () => measureDesk(server),
  };
  for (const name of steps) {
    await work[name]?.();
    console.log(`resident after ${name}: ${residentMegabytes(server.process.pid)} MB`);
  }
} finally {
  await stopAll();
}

async function credits(name: string, server: Server, user: string): Promise<void> {
  const body = JSON.stringify({ user_id: user, amount: 0.01, reason: "bench", source: "bench" });
  const result = await runLoad({
    port: server.port,
    connections: CONNECTIONS,
    seconds: CREDIT_SECONDS,
    next: () => signed(server.key, "POST", "/api/salutes/credit", body),
  });
  const bad = Object.keys(result.statuses).filter((status) => status !== "200");
  if (bad.length > 0) throw new Error(`${name}: answers ${bad.join(", ")}`);
  console.log(
    `${name}: ${result.requests_per_second} per second, p50 ${result.p50_ms} ms, p99 ${result.p99_ms} ms`,
  );
}

async function reads(server: Server, from: number, step: number): Promise<void> {
  const middle = from + Math.floor(depth.entries / 2) * step;
  const minute = `from=${isoUtc(middle)}&to=${isoUtc(middle + 60_000)}`;
  const ledger = "/api/salutes/ledger?limit=50";
  const far = await farEnd(server, ledger);
  const last = depth.searched - 1;
  console.log("\n| Read | p50 ms | p99 ms |\n|---|---|---|");
  await measure(server, "a balance", "/api/salutes/balance?user_id=ext:user-500");
  await measure(server, "partner's ledger, first page", ledger);
  await measure(server, "partner's ledger, far end by cursor", far);
  await measure(server, "one user's ledger, oldest first", `${ledger}&user_id=ext:user-500&order=asc`);
  await measure(server, "partner's ledger, a minute long ago", `${ledger}&${minute}`);
  await measure(server, "partner's ledger, a reason that no entry has", `${ledger}&reason=nothing`);
  await measure(
    server,
    "one user's ledger, a source that no entry has",
    `${ledger}&user_id=ext:user-500&source=nothing`,
  );
  await measure(server, "users by e-mail", `/api/partner/user-lookup?email=u${last}@example.com`);
  await measure(server, "users by part of a name that one has", `/api/partner/user-lookup?q=player-${last}`);
  await measure(server, "users by part of a name that all have", "/api/partner/user-lookup?q=player");
  await measure(server, "users by two characters", "/api/partner/user-lookup?q=pl&limit=200");
  console.log();
}

/** The page of the oldest entries by cursor. */
async function farEnd(server: Server, target: string): Promise<string> {
  const page = JSON.parse(await read(server, target)) as { pagination: { next_cursor: string } };
  const cursor = Buffer.from(page.pagination.next_cursor, "base64url").toString();
  const near = `${BUSY_USERS * 4}${cursor.slice(cursor.indexOf("."))}`;
  return `${target}&cursor=${Buffer.from(near).toString("base64url")}`;
}

async function measure(server: Server, name: string, target: string): Promise<void> {
  const durations: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const startedAt = performance.now();
    await read(server, target);
    durations.push(performance.now() - startedAt);
  }
  durations.sort((a, b) => a - b);
  const at = (share: number) => (durations[Math.floor(SAMPLES * share)] ?? 0).toFixed(2);
  console.log(`| ${name} | ${at(0.5)} | ${at(0.99)} |`);
}

async function read(server: Server, target: string): Promise<string> {
  const answer = await request(server, target);
  return answer.text();
}

async function request({ port, key }: Server, target: string): Promise<Response> {
  const text = signed(key, "GET", target).toString("latin1");
  const headers = text
    .split("\r\n")
    .slice(1)
    .filter(Boolean)
    .map((line) => line.split(": ") as [string, string]);
  const answer = await fetch(`http://127.0.0.1:${port}${target}`, { headers });
  if (answer.status !== 200) throw new Error(`${target} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

async function exported(server: Server): Promise<void> {
  const startedAt = performance.now();
  const before = residentMegabytes(server.process.pid);
  let most = before;
  let bytes = 0;
  for await (const chunk of (await request(server, "/api/salutes/ledger.csv")).body ?? []) {
    bytes += chunk.length;
    most = Math.max(most, residentMegabytes(server.process.pid));
  }
  const rows = (depth.entries / 2).toLocaleString("en");
  console.log(
    `export of the demo partner's ${rows} entries: ${gigabytes(bytes)} GB in ${secondsSince(startedAt)} s, at most ${most - before} MB more resident`,
  );
}

async function timed(name: string, args: string[]): Promise<void> {
  const startedAt = performance.now();
  await runSalute(args);
  console.log(`${name}: ${secondsSince(startedAt)} s`);
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(2);
}

function secondsSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}
