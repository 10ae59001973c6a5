import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../harness/until.ts";
import { type LoadResult, median, runLoad } from "./load/load.ts";
import { fill, toToken } from "./load/messenger-data.ts";
import { encode } from "./load/requests.ts";
import { residentMegabytes } from "./processes/process.ts";
import { flag, stopAll } from "./processes/servers.ts";

/**
 * The mini-app against a raw server that does the same work on the same tables, and the cost of many players. `bun run
 * bench:messenger [--players 1000000] [--played 1] [--seconds 4] [--rounds 3]`; --played: existing rounds per player.
 * Reports CPU time per request too, which is more reliable on a shared machine.
 */
const seconds = Number(flag("--seconds") ?? "4");
const rounds = Number(flag("--rounds") ?? "3");
const players = Number(flag("--players") ?? "1000000");
const played = Number(flag("--played") ?? "1");
const CONNECTIONS = 64;
const SESSIONS = 2_048;
const FEW = 2_048;
const directory = mkdtempSync(join(tmpdir(), "salute-bench-messenger-"));
const main = join(import.meta.dir, "../../src/main.ts");

interface Server {
  port: number;
  process: Bun.Subprocess;
}

interface MeasuredLoad extends LoadResult {
  /** User and system CPU time of the server per request. */
  cpu_us: number;
}

const TICKS_PER_SECOND = 100;

async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await Bun.file(`/proc/${pid}/stat`).text()).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

async function measure({ port, process }: Server, next: (n: number) => Buffer): Promise<MeasuredLoad> {
  const before = await cpuSeconds(process.pid);
  const result = await runLoad({ port, connections: CONNECTIONS, seconds, next });
  const used = (await cpuSeconds(process.pid)) - before;
  const bad = Object.keys(result.statuses).filter((status) => status !== "200");
  if (bad.length > 0) throw new Error(`answers ${bad.join(", ")}`);
  return { ...result, cpu_us: Math.round((used / (result.requests_per_second * seconds)) * 1e6) };
}

async function startSalute(data: string): Promise<Server> {
  const port = 20_000 + Math.floor((performance.now() * 1000) % 20_000);
  const child = Bun.spawn(["bun", main, "serve", "--port", String(port), "--data", data], {
    stdout: "ignore",
    stderr: "ignore",
    env: {
      ...Bun.env,
      XDG_CONFIG_HOME: directory,
      LOG_LEVEL: "warn",
      RATE_LIMIT_MESSENGER_PER_MIN: "0",
      RATE_LIMIT_PUBLIC_API_PER_MIN: "0",
    },
  });
  await until(() =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ),
  );
  return { port, process: child };
}

async function startRaw(database: string): Promise<Server> {
  const child = Bun.spawn(["bun", join(import.meta.dir, "baselines/messenger.ts"), database], {
    stdout: "pipe",
    stderr: "inherit",
  });
  for await (const chunk of child.stdout)
    return { port: Number(new TextDecoder().decode(chunk)), process: child };
  throw new Error("the raw server did not start");
}

/** Waits up to a minute for startup jobs to finish, so that an idle server is measured. */
async function settled({ process }: Server): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    const before = await cpuSeconds(process.pid);
    await Bun.sleep(1000);
    if ((await cpuSeconds(process.pid)) - before < 0.05) return;
  }
}

async function stop(...servers: Server[]): Promise<void> {
  for (const { process } of servers) process.kill();
  await Promise.all(servers.map(({ process }) => process.exited));
}

/** Creates a data directory with players. The first start creates the demo games, a demo player the partner. */
async function build(name: string, load: { players: number; rounds: number }): Promise<string> {
  const data = join(directory, name);
  const server = await startSalute(data);
  const signedIn = await fetch(`http://127.0.0.1:${server.port}/api/messenger/demo/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ player: 1 }),
  });
  if (!signedIn.ok) throw new Error(await signedIn.text());
  await stop(server);
  fill(join(data, "live.db"), { ...load, sessions: SESSIONS });
  return data;
}

let sent = 0;

function request(method: string, path: string, body?: object): Buffer {
  const headers: Record<string, string> = { authorization: `Bearer ${toToken(sent++ % SESSIONS)}` };
  if (body === undefined) return encode(method, `/api/messenger/${path}`, headers);
  const text = JSON.stringify(body);
  headers["content-type"] = "application/json";
  headers["content-length"] = String(Buffer.byteLength(text));
  return encode(method, `/api/messenger/${path}`, headers, text);
}

const WORK = {
  status: () => request("POST", "games/spin-wheel/status", {}),
  play: () => request("POST", "games/spin-wheel/play", { idempotency_key: `k${sent}`, pay: "salutes" }),
  leaderboard: () => request("GET", "engagement/leaderboard-preview?limit=50"),
};

/** Rounds alternate between the two servers, so that noise affects both equally. */
async function alternate(
  one: Server,
  other: Server,
  work: () => Buffer,
): Promise<[MeasuredLoad, MeasuredLoad]> {
  const results: [MeasuredLoad[], MeasuredLoad[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    results[0].push(await measure(one, work));
    results[1].push(await measure(other, work));
  }
  return [middle(results[0]), middle(results[1])];
}

function middle(results: readonly MeasuredLoad[]): MeasuredLoad {
  const of = (pick: (each: MeasuredLoad) => number) => median(results.map(pick));
  return {
    requests_per_second: of((each) => each.requests_per_second),
    p50_ms: of((each) => each.p50_ms),
    p99_ms: of((each) => each.p99_ms),
    cpu_us: of((each) => each.cpu_us),
    statuses: {},
  };
}

async function compare(raw: Server, ours: Server): Promise<void> {
  console.log(
    "| Work | raw /s | salute /s | ratio | raw CPU µs | CPU µs | ratio by CPU | target |\n|---|---|---|---|---|---|---|---|",
  );
  for (const name of ["status", "play"] as const) {
    const [theirs, own] = await alternate(raw, ours, WORK[name]);
    const cells = [
      theirs.requests_per_second,
      own.requests_per_second,
      (own.requests_per_second / theirs.requests_per_second).toFixed(2),
      theirs.cpu_us,
      own.cpu_us,
      (theirs.cpu_us / own.cpu_us).toFixed(2),
    ];
    console.log(`| ${name} | ${cells.join(" | ")} | 0.70 |`);
  }
}

async function depth(few: Server, many: Server): Promise<void> {
  console.log(
    `\n| Work | /s of ${FEW} | of ${players} | CPU µs | of ${players} | ratio by CPU | p99 ms | of ${players} |\n|---|---|---|---|---|---|---|---|`,
  );
  for (const [name, work] of Object.entries(WORK)) {
    const [small, large] = await alternate(few, many, work);
    const cells = [
      small.requests_per_second,
      large.requests_per_second,
      small.cpu_us,
      large.cpu_us,
      (large.cpu_us / small.cpu_us).toFixed(2),
      small.p99_ms,
      large.p99_ms,
    ];
    console.log(`| ${name} | ${cells.join(" | ")} |`);
  }
}

try {
  const [few, many] = [
    await build("few", { players: FEW, rounds: 0 }),
    await build("many", { players, rounds: played }),
  ];
  const copy = join(directory, "raw.db");
  new Database(join(many, "live.db")).run(`VACUUM INTO '${copy}'`);
  new Database(copy).run("PRAGMA journal_mode = WAL");
  const size = Math.round(Bun.file(copy).size / 1024 / 1024);
  console.log(
    `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}; ${players} players, ${players * played} rounds, ${size} MB; ${CONNECTIONS} connections, ${rounds} × ${seconds} s each, client on the same machine\n`,
  );
  const servers = [await startRaw(copy), await startSalute(many), await startSalute(few)] as const;
  const [raw, ours, small] = servers;
  try {
    for (const server of servers) {
      await settled(server);
      await measure(server, WORK.play);
    }
    await compare(raw, ours);
    await depth(small, ours);
    console.log(`\nresident after the load: ${residentMegabytes(ours.process.pid)} MB`);
  } finally {
    await stop(...servers);
  }
} finally {
  await stopAll();
  rmSync(directory, { recursive: true, force: true });
}
