import { cpus, totalmem } from "node:os";
import { compileGenerator, type GeneratorResult, MAX_CLIENT_SHARE, runGenerator } from "./load/generator.ts";
import { median } from "./load/load.ts";
import { longestStall } from "./load/stall.ts";
import { createUsers, WORK, type Work } from "./load/work.ts";
import { residentMegabytes } from "./processes/process.ts";
import {
  flag,
  type Server,
  scratchFile,
  startRaw,
  startSalute,
  stopAll,
  useExecutable,
} from "./processes/servers.ts";
import { measureStarts } from "./processes/start.ts";

/**
 * Speed of the executable as ratios to a hand-written server in the same run, which are comparable across machines. A
 * load generator of our own sends presigned requests (`load/generator.c`). Rounds alternate between the two servers, so
 * that noise affects both equally; a ratio is the median of the rounds' ratios.
 * `bun run bench [--seconds 5] [--rounds 5] [--connections 64] [--work credit,balance] [--binary dist/salute]`.
 */
const seconds = Number(flag("--seconds") ?? "5");
const rounds = Number(flag("--rounds") ?? "5");
const connections = (flag("--connections") ?? "64").split(",").map(Number);
const chosen = flag("--work")?.split(",");
const USERS = 200;

interface Side {
  server: Server;
  userIds: readonly string[];
}

async function measure(work: Work, { server, userIds }: Side, count: number): Promise<GeneratorResult> {
  return runGenerator({
    port: server.port,
    pid: server.process.pid,
    connections: count,
    seconds,
    requests: await work.requests(server, userIds, seconds),
    loops: work.loops,
  });
}

function short(value: number): string {
  return value.toFixed(value < 1 ? 2 : 1);
}

/** Prints one row of the table. */
async function compare(work: Work, raw: Side, ours: Side, count: number): Promise<void> {
  const pairs: { raw: GeneratorResult; ours: GeneratorResult }[] = [];
  for (let round = 0; round < rounds; round++) {
    const first = await measure(work, raw, count);
    pairs.push({ raw: first, ours: await measure(work, ours, count) });
  }
  const middle = (value: (pair: (typeof pairs)[number]) => number) => median(pairs.map(value));
  const both = (value: (result: GeneratorResult) => number) =>
    [middle((pair) => value(pair.raw)), middle((pair) => value(pair.ours))].map(short).join(", ");
  const share = Math.max(...pairs.flatMap((pair) => [pair.raw.clientShare, pair.ours.clientShare]));
  const cells = [
    work.name,
    count,
    middle((pair) => pair.raw.perSecond),
    middle((pair) => pair.ours.perSecond),
    middle((pair) => pair.ours.perSecond / pair.raw.perSecond).toFixed(2),
    work.target,
    both((result) => result.p99Ms),
    both((result) => result.p99CorrectedMs),
    both((result) => result.serverMicroseconds),
    `${share.toFixed(2)}${share > MAX_CLIENT_SHARE ? ": DOES NOT COUNT" : ""}`,
  ];
  console.log(`| ${cells.join(" | ")} |`);
}

try {
  compileGenerator();
  const executable = await useExecutable();
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  console.log(`${machine}, ${rounds} × ${seconds} s each, the load generator on the same machine\n`);
  const raw = {
    server: await startRaw(USERS),
    userIds: Array.from({ length: USERS }, (_, i) => String(i + 1)),
  };
  const server = await startSalute();
  const ours = { server, userIds: await createUsers(server, USERS) };
  await Bun.sleep(3_000);
  const idle = residentMegabytes(server.process.pid);
  console.log(
    "| Work | connections | raw /s | salute /s | ratio | target | p99 ms: raw, salute | p99 corrected as by wrk: raw, salute | processor µs: raw, salute | CPU share of the generator |\n|---|---|---|---|---|---|---|---|---|---|",
  );
  for (const work of WORK.filter(({ id }) => chosen?.includes(id) ?? true))
    for (const count of work.connections === undefined ? connections : [work.connections])
      await compare(work, raw, ours, count);
  const loaded = residentMegabytes(server.process.pid);
  console.log(
    `\nresident: ${idle} MB idle, ${loaded} MB after the load, raw ${residentMegabytes(raw.server.process.pid)} MB`,
  );
  const stall = await longestStall(server);
  console.log(
    `largest permitted bodies: the event loop was blocked for at most ${stall.toFixed(0)} ms (target 50)`,
  );
  const { first, later } = await measureStarts(executable, scratchFile("starts"));
  console.log(
    `ready after ${later.toFixed(0)} ms (target 60), on an empty directory ${first.toFixed(0)} ms (target 90)`,
  );
} finally {
  await stopAll();
}
