import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { brokenInvariants } from "../harness/checks/invariants.ts";
import { writeOlder } from "../harness/data/older-file.ts";
import { executable } from "../harness/processes/build.ts";
import {
  readFirstStart,
  SLOW_MS,
  salute,
  scratch,
  start,
  startServer,
} from "../harness/processes/executable.ts";
import { chooseMoment, chooseSeed, seededRandom } from "../harness/simulation/random.ts";

/** KILL_ROUNDS sets the number of rounds, SEED repeats a run. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 5);
const MEASURED_RUNS = 3;
const ENV = { LOG_LEVEL: "warn" };

setDefaultTimeout(SLOW_MS + ROUNDS * 10_000);

let dir: ReturnType<typeof scratch>;
let running: { kill(signal: NodeJS.Signals): void } | null;
let random: () => number;
let killedRunning: number;

beforeEach(() => {
  dir = scratch();
  running = null;
  killedRunning = 0;
  const seed = chooseSeed();
  random = seededRandom(seed);
  console.log(`kill -9 of upkeep: SEED=${seed} KILL_ROUNDS=${ROUNDS}`);
});

afterEach(() => {
  running?.kill("SIGKILL");
  dir.remove();
});

/** How long a command takes without a kill, as far as is known. */
interface Duration {
  ms: number;
}

/** The shortest of some runs; the first is often slower. */
async function measure(argsOf: (run: number) => string[]): Promise<Duration> {
  const durations: number[] = [];
  for (let run = 0; run < MEASURED_RUNS; run++) {
    const args = argsOf(run);
    const began = performance.now();
    expect(await salute(args)).toMatchObject({ code: 0 });
    durations.push(performance.now() - began);
  }
  return { ms: Math.min(...durations) };
}

/**
 * Kills a command at a random time within this round's part of its duration, and counts whether it still ran. Where it
 * did not, other work had made the measured runs slow: the duration becomes what it took now.
 */
async function kill(args: string[], duration: Duration, round: number): Promise<void> {
  const command = start([executable(), ...args]);
  const began = performance.now();
  await Promise.race([command.finished, Bun.sleep(chooseMoment(round, ROUNDS, random) * duration.ms)]);
  const ran = performance.now() - began;
  command.kill("SIGKILL");
  if ((await command.finished).signal === "SIGKILL") killedRunning++;
  else duration.ms = Math.min(duration.ms, ran);
}

/** Rounds whose command ended before its kill prove nothing; late ones may, where commands take unequally long. */
function expectMostKilled(): void {
  expect(killedRunning).toBeGreaterThan(ROUNDS / 2);
}

async function serve(data: string) {
  const server = await startServer(data, { env: ENV });
  running = server;
  return server;
}

async function stop(server: Awaited<ReturnType<typeof serve>>): Promise<void> {
  server.kill("SIGTERM");
  expect((await server.finished).code).toBe(0);
  running = null;
}

async function proved(data: string): Promise<void> {
  expect(await salute(["check", "--full", "--data", data])).toMatchObject({ code: 0 });
  expect(brokenInvariants(data)).toEqual([]);
}

/** A directory with a demo partner and user, and a backup of it. */
async function installed(): Promise<string> {
  const server = await serve(dir.data);
  await readFirstStart(server);
  await stop(server);
  const made = await salute(["backup", "run", "--json", "--data", dir.data]);
  return join(dir.data, "backups", (JSON.parse(made.stdout) as { file: string }).file);
}

test(`kill -9 during a backup, ${ROUNDS} times: listed backups are complete, and the next one succeeds and can be restored`, async () => {
  await installed();
  const server = await serve(dir.data);
  const now = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  const make = (number: number) => {
    const id = `b-${now}Z-${String(number).padStart(4, "0")}`;
    return ["backup", "make", "--id", id, "--data", dir.data];
  };
  const duration = await measure(make);
  for (let round = 0; round < ROUNDS; round++) await kill(make(MEASURED_RUNS + round), duration, round);
  expectMostKilled();
  const listed = JSON.parse((await salute(["backup", "list", "--json", "--data", dir.data])).stdout) as {
    id: string;
  }[];
  for (const { id } of listed)
    expect(await salute(["backup", "verify", id, "--data", dir.data])).toMatchObject({ code: 0 });
  const made = await salute(["backup", "run", "--json", "--data", dir.data]);
  const { file } = JSON.parse(made.stdout) as { file: string };
  expect(readdirSync(join(dir.data, "backups")).filter((name) => name.startsWith("."))).toEqual([]);
  await stop(server);
  await proved(dir.data);
  const target = join(dir.path, "restored");
  expect(
    await salute(["restore", "--from", join(dir.data, "backups", file), "--data", target]),
  ).toMatchObject({ code: 0 });
  await proved(target);
});

test(`kill -9 during a restore, ${ROUNDS} times: the target is complete, or refused until it is restored again`, async () => {
  const from = await installed();
  const restore = (target: string) => ["restore", "--from", from, "--data", target];
  const duration = await measure((run) => restore(join(dir.path, `whole-${run}`)));
  const found = { nothing: 0, half: 0, whole: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const target = join(dir.path, `target-${round}`);
    await kill(restore(target), duration, round);
    const names = existsSync(target) ? readdirSync(target) : [];
    if (names.length === 0) found.nothing++;
    else if (names.includes("live.db")) found.whole++;
    else {
      found.half++;
      const refused = await salute(["serve", "--port", "0", "--data", target]);
      expect([refused.code, refused.stderr]).toEqual([
        1,
        `a restore into ${target} is in progress or was interrupted: if interrupted, remove the directory and restore again\n`,
      ]);
      expect(await salute(["migrate", "--data", target])).toMatchObject({ code: 1 });
      expect(await salute(["check", "--data", target])).toMatchObject({ code: 1 });
      expect(await salute(restore(target))).toMatchObject({ code: 1 });
      expect(readdirSync(target).sort()).toEqual(names.sort());
      rmSync(target, { recursive: true });
    }
    if (!names.includes("live.db")) expect(await salute(restore(target))).toMatchObject({ code: 0 });
    await proved(target);
    cpSync(join(dir.data, "master.key"), join(target, "master.key"));
    const server = await serve(target);
    await stop(server);
    expect(await salute(["resume", "--data", target])).toMatchObject({ code: 0 });
  }
  expectMostKilled();
  console.log(`targets of killed restores: ${JSON.stringify(found)}`);
});

test(`kill -9 during migrations, ${ROUNDS} times: the next start continues, and nothing is lost`, async () => {
  await installed();
  const older = (name: string): string => {
    const data = join(dir.path, name);
    mkdirSync(data);
    for (const key of ["master.key", "log.key"]) cpSync(join(dir.data, key), join(data, key));
    for (const file of ["live.db", "sandbox.db"]) writeOlder(join(data, file), 0);
    return data;
  };
  const duration = await measure((run) => ["migrate", "--data", older(`whole-${run}`)]);
  for (let round = 0; round < ROUNDS; round++) {
    const data = older(`older-${round}`);
    await kill(["migrate", "--data", data], duration, round);
    const server = await serve(data);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await stop(server);
    await proved(data);
    const made = await salute(["backup", "run", "--json", "--data", data]);
    const { file, counts } = JSON.parse(made.stdout) as { file: string; counts: { users: number } };
    expect(counts.users).toBe(1);
    const target = join(dir.path, `restored-${round}`);
    expect(await salute(["restore", "--from", join(data, "backups", file), "--data", target])).toMatchObject({
      code: 0,
    });
    await proved(target);
  }
  expectMostKilled();
});
