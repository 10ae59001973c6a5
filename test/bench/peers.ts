import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { until } from "../harness/until.ts";
import { compileGenerator, type GeneratorResult, MAX_CLIENT_SHARE, runGenerator } from "./load/generator.ts";
import { median } from "./load/load.ts";
import { encode } from "./load/requests.ts";
import { createUsers, WORK } from "./load/work.ts";
import { residentMegabytes } from "./processes/process.ts";
import { flag, type Server, scratchFile, startSalute, stopAll, useExecutable } from "./processes/servers.ts";

/**
 * `bun run bench:peers [--seconds 5] [--rounds 5] [--connections 64] [--binary dist/salute] [--pocketbase PATH]`: signed
 * credits and balance reads beside PocketBase's plain creation and reading of records, in turns. PocketBase
 * checks no signature, nonce or idempotency key and keeps no balance: it does less work per request. It flushes commits at
 * checkpoints only; so that like is compared with like, records are also created with a flush per commit, as salute's
 * credits are. Without `--pocketbase` the program `baselines/pocketbase.go` is built first.
 */
const MODULE = "github.com/pocketbase/pocketbase@v0.39.9";
const seconds = Number(flag("--seconds") ?? "5");
const rounds = Number(flag("--rounds") ?? "5");
const connections = Number(flag("--connections") ?? "64");
const SUPERUSER = { identity: "bench@example.test", password: "bench-password" };
const RECORDS = "/api/collections/entries/records";
const RECORD_COUNT = 200;

interface Peer {
  port: number;
  process: Bun.Subprocess;
  recordIds: string[];
}

/** One kind of request to each server. */
interface Pair {
  name: string;
  aim: number;
  ours(): Promise<GeneratorResult>;
  theirs(): Promise<GeneratorResult>;
}

/** Path of PocketBase's program. @throws Error if Go is missing or the program cannot be built */
async function pocketbase(): Promise<string> {
  const given = flag("--pocketbase");
  if (given !== undefined) return given;
  if (Bun.which("go") === null)
    throw new Error(
      "go is missing, and PocketBase is built from its module: install it, or give --pocketbase",
    );
  const cwd = scratchFile("go");
  mkdirSync(cwd);
  copyFileSync(join(import.meta.dir, "baselines/pocketbase.go"), join(cwd, "main.go"));
  for (const step of ["mod init bench", `get ${MODULE}`, "mod tidy", "build -o pocketbase ."]) {
    const run = Bun.spawn(["go", ...step.split(" ")], { cwd, stderr: "pipe" });
    const words = await new Response(run.stderr).text();
    if ((await run.exited) !== 0) throw new Error(`PocketBase could not be built: go ${step}\n${words}`);
  }
  return join(cwd, "pocketbase");
}

type Synchronous = "NORMAL" | "FULL";

async function startPeer(program: string, synchronous: Synchronous): Promise<Peer> {
  const directory = scratchFile(`pocketbase-${synchronous}`);
  mkdirSync(directory);
  const data = ["--dir", directory];
  const options = { stdout: "ignore", env: { ...Bun.env, SYNCHRONOUS: synchronous } } as const;
  const { identity, password } = SUPERUSER;
  await Bun.spawn([program, "superuser", "upsert", identity, password, ...data], options).exited;
  const port = 41_000 + Math.floor((performance.now() * 1000) % 10_000);
  const process = Bun.spawn([program, "serve", "--http", `127.0.0.1:${port}`, ...data], options);
  const base = `http://127.0.0.1:${port}`;
  await untilHealthy(`${base}/api/health`);
  const { token } = await post<{ token: string }>(
    `${base}/api/collections/_superusers/auth-with-password`,
    SUPERUSER,
  );
  await post(
    `${base}/api/collections`,
    {
      name: "entries",
      type: "base",
      createRule: "",
      viewRule: "",
      fields: [
        { name: "user_id", type: "number" },
        { name: "amount", type: "number" },
        { name: "reason", type: "text" },
        { name: "source", type: "text" },
      ],
    },
    token,
  );
  const recordIds: string[] = [];
  for (let i = 0; i < RECORD_COUNT; i++)
    recordIds.push((await post<{ id: string }>(base + RECORDS, record(i))).id);
  return { port, process, recordIds };
}

async function untilHealthy(url: string): Promise<void> {
  await until(() =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
}

async function post<T>(url: string, body: object, token?: string): Promise<T> {
  const headers = { "content-type": "application/json", ...(token && { authorization: token }) };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`PocketBase answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

function record(index: number): object {
  return { user_id: index % RECORD_COUNT, amount: 1 + (index % 500), reason: "quest", source: "bench" };
}

function* creations(): Generator<Buffer> {
  for (let i = 0; i < 20_000; i++) {
    const body = JSON.stringify(record(i));
    const headers = { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) };
    yield encode("POST", RECORDS, headers, body);
  }
}

function* views({ recordIds }: Peer): Generator<Buffer> {
  for (const id of recordIds) yield encode("GET", `${RECORDS}/${id}`, {});
}

function load(server: Pick<Server, "port" | "process">, requests: Iterable<Buffer>, loops: boolean) {
  const { port, process } = server;
  return runGenerator({ port, pid: process.pid, connections, seconds, requests, loops });
}

async function compare({ name, aim, ours, theirs }: Pair): Promise<void> {
  const results: { ours: GeneratorResult; theirs: GeneratorResult }[] = [];
  for (let round = 0; round < rounds; round++) {
    const first = await theirs();
    results.push({ theirs: first, ours: await ours() });
  }
  const middle = (value: (pair: (typeof results)[number]) => number) => median(results.map(value));
  const share = Math.max(...results.flatMap((pair) => [pair.ours.clientShare, pair.theirs.clientShare]));
  const cells = [
    name,
    middle((pair) => pair.theirs.perSecond),
    middle((pair) => pair.ours.perSecond),
    middle((pair) => pair.ours.perSecond / pair.theirs.perSecond).toFixed(1),
    aim,
    `${middle((pair) => pair.theirs.p99Ms).toFixed(1)}, ${middle((pair) => pair.ours.p99Ms).toFixed(1)}`,
    `${share.toFixed(2)}${share > MAX_CLIENT_SHARE ? ": DOES NOT COUNT" : ""}`,
  ];
  console.log(`| ${cells.join(" | ")} |`);
}

compileGenerator();
const program = await pocketbase();
await useExecutable();
const peer = await startPeer(program, "NORMAL");
const flushingPeer = await startPeer(program, "FULL");
try {
  const server = await startSalute();
  const userIds = await createUsers(server, RECORD_COUNT);
  const work = async (id: string) => {
    const chosen = WORK.find((each) => each.id === id);
    if (chosen === undefined) throw new Error(`no work named ${id}`);
    return load(server, await chosen.requests(server, userIds, seconds), chosen.loops);
  };
  console.log(`${rounds} × ${seconds} s each, ${connections} connections, PocketBase of ${MODULE}\n`);
  console.log(
    "| Work | PocketBase /s | salute /s | times | aim | p99 ms: PocketBase, salute | CPU share of the generator |\n|---|---|---|---|---|---|---|",
  );
  await compare({
    name: "record creation, signed credit",
    aim: 4,
    theirs: () => load(peer, creations(), true),
    ours: () => work("credit"),
  });
  await compare({
    name: "the same, PocketBase flushing too",
    aim: 4,
    theirs: () => load(flushingPeer, creations(), true),
    ours: () => work("credit"),
  });
  await compare({
    name: "record read, signed balance read",
    aim: 8,
    theirs: () => load(peer, views(peer), true),
    ours: () => work("balance"),
  });
  console.log(
    `\nresident: PocketBase ${residentMegabytes(peer.process.pid)} MB, salute ${residentMegabytes(server.process.pid)} MB`,
  );
} finally {
  for (const { process } of [peer, flushingPeer]) {
    process.kill();
    await process.exited;
  }
  await stopAll();
}
