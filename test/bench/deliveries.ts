import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import type { Credentials } from "../harness/app/signing.ts";
import { until } from "../harness/until.ts";
import { median, runLoad } from "./load/load.ts";
import { CREDIT_BODY, signed } from "./load/requests.ts";
import { processorSeconds, residentMegabytes } from "./processes/process.ts";
import { flag } from "./processes/servers.ts";

/**
 * Webhook deliveries end to end, as a ratio to a raw loop of signed fetch posts alternating in the same run, and credits
 * beside deliveries and with many stored records. `bun run bench:deliveries [--count 40000] [--rounds 3] [--stored 1000000] [--binary dist/salute]`.
 * Sender, receiver and benchmark are separate processes.
 */
const count = Number(flag("--count") ?? "40000");
const rounds = Number(flag("--rounds") ?? "3");
const stored = Number(flag("--stored") ?? "1000000");
const WAITING = 100_000;
/** Concurrent deliveries per webhook. */
const LANES_OF_ONE = 4;
const CASES = [
  { webhooks: 16, lanes: 64, target: 0.6 },
  { webhooks: 1, lanes: LANES_OF_ONE, target: 0.55 },
];
const CREDIT_SECONDS = 4;
/** Connections that ask for credits beside deliveries. */
const FEW_CONNECTIONS = 4;
/** More than are delivered meanwhile. */
const BACKLOG = 150_000;
const binary = flag("--binary");
const salute = binary === undefined ? ["bun", join(import.meta.dir, "../../src/main.ts")] : [binary];
const scratch = mkdtempSync(join(tmpdir(), "salute-bench-deliveries-"));
const children: Bun.Subprocess[] = [];

interface Server {
  port: number;
  process: Bun.Subprocess;
}

async function start(
  command: string[],
  pattern: RegExp,
): Promise<{ process: Bun.Subprocess; printed: string }> {
  const env = {
    ...Bun.env,
    XDG_CONFIG_HOME: scratch,
    LOG_LEVEL: "warn",
    // A new server spends its first minute on the token's history.
    CHAIN: "off",
    WEBHOOK_ALLOW_HTTP: "1",
    WEBHOOK_ALLOW_PRIVATE: "1",
    PARTNER_RATE_LIMIT_PER_MINUTE: "0",
    RATE_LIMIT_WEBHOOK_PER_MIN: "0",
  };
  const process = Bun.spawn(command, { stdout: "pipe", stderr: "inherit", env });
  children.push(process);
  let printed = "";
  for await (const chunk of process.stdout) {
    printed += new TextDecoder().decode(chunk);
    if (pattern.test(printed)) return { process, printed };
  }
  throw new Error(`${command.join(" ")} ended: ${printed}`);
}

async function startReceiver(): Promise<number> {
  return Number((await start(["bun", join(import.meta.dir, "processes/receiver.ts")], /\d+\n/)).printed);
}

async function startSalute(data: string): Promise<Server> {
  const { process, printed } = await start(
    [...salute, "serve", "--port", "0", "--data", data],
    /listens on .*\n/,
  );
  return { process, port: Number(/:(\d+)\n/.exec(printed)?.[1]) };
}

/** Runs a first start and returns the key that it prints. */
async function firstStart(data: string): Promise<Credentials> {
  const { process, printed } = await start(
    [...salute, "serve", "--port", "0", "--data", data],
    /SECRET='[^']+'/,
  );
  process.kill("SIGTERM");
  await process.exited;
  return {
    key_id: /KEY_ID='([^']+)'/.exec(printed)?.[1] ?? "",
    secret: /SECRET='([^']+)'/.exec(printed)?.[1] ?? "",
  };
}

/** Creates webhooks with the API, since their secrets are sealed. */
async function createWebhooks(
  data: string,
  key: Credentials,
  receiver: number,
  howMany: number,
  event_type = "*",
): Promise<void> {
  const server = await startSalute(data);
  for (let n = 0; n < howMany; n++) {
    const body = JSON.stringify({ event_type, target_url: `http://127.0.0.1:${receiver}/hook/${n}` });
    const request = signed(key, "POST", "/api/partner/webhooks", body);
    const { statuses } = await runLoad({
      port: server.port,
      connections: 1,
      seconds: 10,
      next: (index) => (index === 0 ? request : null),
    });
    if (statuses["201"] !== 1) throw new Error(`no webhook was created: ${JSON.stringify(statuses)}`);
  }
  await stop(server);
}

async function stop(server: Server): Promise<void> {
  server.process.kill("SIGTERM");
  await server.process.exited;
}

/** Inserts events with one record each, spread over the webhooks. `state` maps columns of a record to SQL. */
function seed(data: string, howMany: number, state: Record<string, string>): void {
  const db = new Database(join(data, "live.db"));
  const first = (db.query("SELECT coalesce(MAX(id), 0) AS id FROM events").get() as { id: number }).id + 1;
  const columns = { attempts: "0", round_attempts: "0", next_attempt_at: "NULL", ...state };
  db.run(
    `WITH RECURSIVE n(i) AS (SELECT ${first} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${first + howMany})
      INSERT INTO events (id, uid, partner_id, sequence, event_type, data, fanout_count, created_at)
        SELECT i, 'evt_SEED' || i, 1, i, 'salutes.credit', '{"user_id":"1","external_id":"u","delta":1,"balance":1,"reason":"bench","source":"api","ledger_entry_id":1}', 1, ${Date.now()} FROM n`,
  );
  db.run(
    `INSERT INTO webhook_deliveries (webhook_id, event_id, partner_id, round_started_at, created_at, updated_at, ${Object.keys(columns).join(", ")})
      SELECT 1 + id % (SELECT COUNT(*) FROM webhooks), id, 1, created_at, created_at, created_at, ${Object.values(columns).join(", ")}
        FROM events WHERE id >= ${first}`,
  );
  db.close();
}

async function stats(
  receiver: number,
  path = "stats",
): Promise<{ count: number; distinct: number; milliseconds: number }> {
  return (await fetch(`http://127.0.0.1:${receiver}/${path}`)).json() as never;
}

const DEADLINE_MS = 3_600_000;
const PENDING = { state: "'pending'", next_attempt_at: "created_at" };

/** Deliveries per second, counted by the receiver, of a queue that exists at startup. */
async function measureDeliveries(
  data: string,
  receiver: number,
): Promise<{ rate: number; resident: number; microseconds: number }> {
  seed(data, count, PENDING);
  await stats(receiver, "reset");
  const server = await startSalute(data);
  await until(async () => (await stats(receiver)).count >= count, DEADLINE_MS);
  const { milliseconds, distinct } = await stats(receiver);
  const resident = residentMegabytes(server.process.pid);
  const microseconds = (processorSeconds(server.process.pid) * 1e6) / count;
  await stop(server);
  requireRecorded(data, distinct);
  return { rate: Math.round(count / (milliseconds / 1000)), resident, microseconds };
}

/** @throws Error unless every record is delivered, with an attempt */
function requireRecorded(data: string, distinct: number): void {
  const db = new Database(join(data, "live.db"));
  const left = db
    .query(
      `SELECT COUNT(*) AS n FROM webhook_deliveries AS d WHERE state <> 'delivered'
        OR NOT EXISTS (SELECT 1 FROM webhook_attempts WHERE delivery_id = d.id AND http_status = 200)`,
    )
    .get() as { n: number };
  db.close();
  if (left.n > 0 || distinct !== count)
    throw new Error(`${left.n} records are not delivered; the receiver got ${distinct}`);
}

async function measureRaw(receiver: number, lanes: number): Promise<number> {
  const url = `http://127.0.0.1:${receiver}/raw`;
  const words = ["bun", join(import.meta.dir, "baselines/posts.ts"), url, String(count), String(lanes)];
  const { printed, process } = await start(words, /\d+\n/);
  await process.exited;
  return Number(printed);
}

async function measureCredits(
  data: string,
  key: Credentials,
  connections = 64,
): Promise<{ rate: number; p99: number }> {
  const server = await startSalute(data);
  const ready = Array.from({ length: CREDIT_SECONDS * 25_000 }, () =>
    signed(key, "POST", "/api/salutes/credit", CREDIT_BODY),
  );
  const result = await runLoad({
    port: server.port,
    connections,
    seconds: CREDIT_SECONDS,
    next: (index) => ready[index] ?? null,
  });
  await stop(server);
  const bad = Object.keys(result.statuses).filter((status) => status !== "200");
  if (bad.length > 0) throw new Error(`credits answer ${bad.join(", ")}`);
  return { rate: result.requests_per_second, p99: result.p99_ms };
}

/** Credits that send nothing themselves, alone and beside a queue of deliveries to 16 webhooks. */
async function measureBeside(receiver: number): Promise<void> {
  const data = join(scratch, "beside");
  const key = await firstStart(data);
  await createWebhooks(data, key, receiver, 16, "salutes.debit");
  console.log(
    "| Credits | alone /s | p99 ms | beside deliveries /s | p99 ms | deliveries /s |\n|---|---|---|---|---|---|",
  );
  for (let round = 0; round < rounds; round++) {
    const alone = await measureCredits(data, key, FEW_CONNECTIONS);
    seed(data, BACKLOG, PENDING);
    await stats(receiver, "reset");
    const beside = await measureCredits(data, key, FEW_CONNECTIONS);
    const { count: sent, milliseconds } = await stats(receiver);
    if (sent >= BACKLOG) throw new Error("the queue ended before the credits did");
    const rate = Math.round(sent / (milliseconds / 1000));
    console.log(
      `| ${FEW_CONNECTIONS} connections | ${alone.rate} | ${alone.p99} | ${beside.rate} | ${beside.p99} | ${rate} |`,
    );
    const db = new Database(join(data, "live.db"));
    db.run("DELETE FROM webhook_attempts");
    db.run("DELETE FROM webhook_deliveries");
    db.close();
  }
}

try {
  console.log(
    `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, sender, receiver and bench on the same machine\n`,
  );
  const receiver = await startReceiver();
  console.log(
    "| Work | raw /s | salute /s | ratio | target | salute processor µs | resident MB |\n|---|---|---|---|---|---|---|",
  );
  for (const { webhooks, lanes, target } of CASES) {
    const data = join(scratch, `deliveries-${webhooks}`);
    const key = await firstStart(data);
    await createWebhooks(data, key, receiver, webhooks);
    const pairs: { raw: number; ours: Awaited<ReturnType<typeof measureDeliveries>> }[] = [];
    for (let round = 0; round < rounds; round++) {
      const raw = await measureRaw(receiver, lanes);
      pairs.push({ raw, ours: await measureDeliveries(data, receiver) });
    }
    const of = (value: (pair: (typeof pairs)[number]) => number) => median(pairs.map(value));
    const cells = [
      `deliveries to ${webhooks} webhook${webhooks === 1 ? "" : "s"}, attempts recorded, synchronous=FULL`,
      of((pair) => pair.raw),
      of((pair) => pair.ours.rate),
      of((pair) => pair.ours.rate / pair.raw).toFixed(2),
      target,
      of((pair) => pair.ours.microseconds).toFixed(0),
      of((pair) => pair.ours.resident),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
  await measureBeside(receiver);
  console.log("| Records stored | credits /s, each with one delivery | p99 ms |\n|---|---|---|");
  const credited = join(scratch, "credits");
  const creditKey = await firstStart(credited);
  await createWebhooks(credited, creditKey, receiver, 1);
  const empty = await measureCredits(credited, creditKey);
  console.log(`| few | ${empty.rate} | ${empty.p99} |`);
  seed(credited, stored, {
    state: "'delivered'",
    delivered_at: "created_at",
    attempts: "1",
    round_attempts: "1",
  });
  seed(credited, WAITING, { state: "'failed'", next_attempt_at: String(Date.now() + 3_600_000) });
  const full = await measureCredits(credited, creditKey);
  console.log(`| ${stored} finished, ${WAITING} waiting | ${full.rate} | ${full.p99} |`);
} finally {
  for (const child of children) child.kill();
  await Promise.all(children.map((child) => child.exited));
  rmSync(scratch, { recursive: true, force: true });
}
