import { join } from "node:path";
import { compileGenerator, type GeneratorResult, runGenerator } from "./load/generator.ts";
import { createUsers, WORK } from "./load/work.ts";
import { compile } from "./processes/compile.ts";
import { flag, scratchFile, startSalute, stopAll, useExecutable } from "./processes/servers.ts";

/**
 * Effect of a slow disk on reads: balance reads alone, then during credits, with each flush delayed by `--ms`
 * milliseconds (`slow-flush.c`, by LD_PRELOAD). Needs cc.
 * `bun run bench:flush [--ms 10] [--seconds 4] [--connections 16] [--binary dist/salute]`.
 */
const ms = flag("--ms") ?? "10";
const seconds = Number(flag("--seconds") ?? "4");
const connections = Number(flag("--connections") ?? "16");
const USERS = 200;

function compileShim(): string {
  const library = scratchFile("slow-flush.so");
  compile(join(import.meta.dir, "slow-flush.c"), library, ["-shared", "-fPIC", "-ldl"]);
  return library;
}

function line(name: string, { perSecond, p50Ms, p99Ms, p99CorrectedMs }: GeneratorResult): void {
  const times = [p50Ms, p99Ms, p99CorrectedMs].map((each) => each.toFixed(1));
  console.log(`| ${[name, perSecond, ...times].join(" | ")} |`);
}

try {
  compileGenerator();
  await useExecutable();
  Bun.env.LD_PRELOAD = compileShim();
  Bun.env.SLOW_FLUSH_MS = ms;
  const server = await startSalute();
  delete Bun.env.LD_PRELOAD;
  const userIds = await createUsers(server, USERS);
  const run = async (id: string): Promise<GeneratorResult> => {
    const work = WORK.find((each) => each.id === id);
    if (work === undefined) throw new Error(`there is no work ${id}`);
    const requests = await work.requests(server, userIds, seconds);
    const { port, process } = server;
    return runGenerator({ port, pid: process.pid, connections, seconds, requests, loops: work.loops });
  };
  console.log(
    `flushes ${ms} ms longer, ${connections} connections each\n\n| Work | /s | p50 ms | p99 ms | p99 corrected as by wrk |\n|---|---|---|---|---|`,
  );
  line("balance reads alone", await run("balance"));
  line("credits alone", await run("credit"));
  const [credits, reads] = await Promise.all([run("credit"), run("balance")]);
  line("credits during reads", credits);
  line("balance reads during credits", reads);
} finally {
  await stopAll();
}
