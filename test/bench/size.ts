import { Database } from "bun:sqlite";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "../../src/kit/clock.ts";
import { WITHOUT_CHAIN } from "../harness/processes/executable.ts";
import { until } from "../harness/until.ts";
import { runLoad } from "./load/load.ts";
import { signed } from "./load/requests.ts";
import { createUsers } from "./load/work.ts";
import { DATA, flag, runLater, type Server, startSalute, stopAll } from "./processes/servers.ts";

/**
 * Bytes that a signed credit takes on the disk, by table and index and by file: right after the load, with every event
 * delivered, and once everything has expired that expires. `bun run bench:size [--credits 100000] [--users 1000]
 * [--webhooks 1]`.
 */
const credits = Number(flag("--credits") ?? "100000");
const users = Number(flag("--users") ?? "1000");
const webhooks = Number(flag("--webhooks") ?? "1");
const CONNECTIONS = 32;
/** More than any retention of what a credit writes. */
const LATER_DAYS = 93;
const LONGEST_SECONDS = 3_600;
/** What takes less per credit is left out of the table. */
const LEAST_BYTES = 0.5;

/** Bytes on the disk. */
interface Size {
  /** Of each table's and index's pages, by its name. */
  parts: Map<string, number>;
  free: number;
  files: Map<string, number>;
}

const receiver = Bun.spawn(["bun", join(import.meta.dir, "processes/receiver.ts")], { stdout: "pipe" });
try {
  const hooks = `http://127.0.0.1:${await portOf(receiver.stdout)}`;
  const server = await startSalute({ ...WITHOUT_CHAIN, WEBHOOK_ALLOW_HTTP: "1", WEBHOOK_ALLOW_PRIVATE: "1" });
  const ids = await createUsers(server, users);
  for (let n = 0; n < webhooks; n++) await createWebhook(server, `${hooks}/${n}`);
  await fetch(`${hooks}/reset`);
  const before = sizeOf();
  const bodies = ids.map((user_id, n) =>
    JSON.stringify({ user_id, amount: 1 + n, reason: "quest", source: "bench" }),
  );
  const { statuses } = await runLoad({
    port: server.port,
    connections: CONNECTIONS,
    seconds: LONGEST_SECONDS,
    next: (index) =>
      index < credits
        ? signed(server.key, "POST", "/api/salutes/credit", bodies[index % bodies.length])
        : null,
  });
  if (statuses["200"] !== credits) throw new Error(`answers ${JSON.stringify(statuses)}`);
  await until(
    async () => ((await (await fetch(hooks)).json()) as { distinct: number }).distinct >= credits * webhooks,
    LONGEST_SECONDS * 1000,
  );
  server.process.kill();
  await server.process.exited;
  const loaded = sizeOf();
  await runLater(["clock", "accept"], LATER_DAYS * DAY_MS);
  console.log(await runLater(["jobs", "run", "retention"], LATER_DAYS * DAY_MS));
  const expired = sizeOf();
  console.log(await runLater(["jobs", "run", "shrink"], LATER_DAYS * DAY_MS));
  print({ before, loaded, expired, shrunk: sizeOf() });
} finally {
  receiver.kill();
  await stopAll();
}

async function portOf(stream: ReadableStream<Uint8Array>): Promise<number> {
  for await (const chunk of stream) return Number(new TextDecoder().decode(chunk));
  throw new Error("the receiver did not start");
}

async function createWebhook({ port, key }: Server, target_url: string): Promise<void> {
  const request = signed(
    key,
    "POST",
    "/api/partner/webhooks",
    JSON.stringify({ event_type: "*", target_url }),
  );
  const next = (index: number) => (index === 0 ? request : null);
  const { statuses } = await runLoad({ port, connections: 1, seconds: 10, next });
  if (statuses["201"] !== 1) throw new Error(`no webhook was created: ${JSON.stringify(statuses)}`);
}

function sizeOf(): Size {
  const parts = new Map<string, number>();
  const files = new Map<string, number>();
  let free = 0;
  for (const file of readdirSync(DATA, { recursive: true, encoding: "utf8" }).sort()) {
    const found = statSync(join(DATA, file));
    if (found.isFile()) files.set(file, found.size);
    if (!/^\w+\.db$/.test(file)) continue;
    const client = new Database(join(DATA, file), { readonly: true });
    const rows = client.query("SELECT name, pgsize FROM dbstat WHERE aggregate = TRUE").all() as {
      name: string;
      pgsize: number;
    }[];
    for (const { name, pgsize } of rows) parts.set(`${file} ${name}`, pgsize);
    const { freelist_count } = client.query("PRAGMA freelist_count").get() as { freelist_count: number };
    free += freelist_count * 4096;
    client.close();
  }
  return { parts, free, files };
}

function print(sizes: Record<"before" | "loaded" | "expired" | "shrunk", Size>): void {
  const { before, loaded, expired, shrunk } = sizes;
  const growth = (now: Map<string, number>, then: Map<string, number>, name: string) =>
    ((now.get(name) ?? 0) - (then.get(name) ?? 0)) / credits;
  const table = (title: string, kind: "parts" | "files", columns: readonly Size[]) => {
    const names = [...new Set(columns.flatMap((size) => [...size[kind].keys()]))];
    const rows = names
      .map((name) => ({ name, bytes: columns.map((size) => growth(size[kind], before[kind], name)) }))
      .filter(({ bytes }) => bytes.some((each) => Math.abs(each) >= LEAST_BYTES))
      .sort((a, b) => (b.bytes[0] ?? 0) - (a.bytes[0] ?? 0));
    console.log(title);
    for (const { name, bytes } of rows) console.log(`| ${[name, ...bytes.map(rounded)].join(" | ")} |`);
  };
  console.log(`${credits} credits of ${users} users, ${webhooks} webhooks; bytes per credit\n`);
  table("| Table or index | after the load | after retention |\n|---|---:|---:|", "parts", [loaded, expired]);
  const total = (size: Size) => (sumOf(size) - sumOf(before)) / credits;
  console.log(`| all | ${rounded(total(loaded))} | ${rounded(total(expired))} |`);
  console.log(`| free pages | ${rounded(loaded.free / credits)} | ${rounded(expired.free / credits)} |\n`);
  table("| File | after the load | after retention | after shrink |\n|---|---:|---:|---:|", "files", [
    loaded,
    expired,
    shrunk,
  ]);
}

function sumOf({ parts }: Size): number {
  return [...parts.values()].reduce((sum, bytes) => sum + bytes, 0);
}

function rounded(bytes: number): string {
  return bytes.toFixed(1);
}
