import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "../harness/processes/build.ts";
import {
  type Failover,
  type Leader,
  loseLeader,
  loseToStandby,
  replicaIn,
  switchOver,
} from "../harness/processes/failover.ts";
import { Machines } from "../harness/processes/machines.ts";
import { startS3 } from "../harness/servers/s3.ts";
import { compileGenerator, type GeneratorResult, runGenerator } from "./load/generator.ts";
import { median } from "./load/load.ts";
import { createUsers, credits } from "./load/work.ts";
import { scratchFile, stopAll } from "./processes/servers.ts";

/**
 * Failover of the executable with a real S3 server (versitygw): machines lost under signed load, switchovers, and
 * credits alternating with and without a replica. `bun run bench:failover [--rounds 100] [--switchovers 20]
 * [--automatic 100] [--after 1] [--only]`: `--automatic` also loses machines to a standby that takes over by itself
 * `--after` seconds after the lease is expired, and `--only` does nothing else.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "100" },
    switchovers: { type: "string", default: "20" },
    "load-ms": { type: "string", default: "3000" },
    automatic: { type: "string", default: "0" },
    after: { type: "string", default: "1" },
    only: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
const switchovers = Number(values.switchovers);
const loadMs = Number(values["load-ms"]);
const LEASE_SECONDS = 3;
const TURNS = 3;
const TURN_SECONDS = 5;
const CONNECTIONS = 64;
const USERS = 200;

const s3 = await startS3();
const salute = [builtNow()];
try {
  if (Number(values.automatic) > 0) await loseToStandbys(Number(values.automatic), Number(values.after));
  if (!values.only) {
    await lose();
    await handOver();
    await compare();
  }
} finally {
  await s3.stop();
  await stopAll();
}

async function loseToStandbys(count: number, afterSeconds: number): Promise<void> {
  const standby = {
    AUTO_PROMOTE: "on",
    AUTO_PROMOTE_AFTER_SECONDS: String(afterSeconds),
    AUTO_PROMOTE_COOLDOWN_SECONDS: "0",
  };
  const takeOver = (machines: Machines, leader: Leader) =>
    loseToStandby(machines, leader, { loadMs, standby });
  const { all, failed } = await repeat("taken over", count, takeOver);
  const rto = all.map(({ rtoMs }) => rtoMs);
  const at = (share: number) => `${(percentile(rto, share) / 1000).toFixed(1)} s`;
  console.log(`automatic takeovers      ${all.length}, of which salute check failed after ${failed}`);
  console.log(`RTO p50, p90, p99, worst ${at(0.5)}, ${at(0.9)}, ${at(0.99)}, ${at(1)}`);
  console.log(
    `                         from SIGKILL of the leader and its Litestream to the answer to the first credit that the standby accepts; LEASE_SECONDS (${LEASE_SECONDS}) and AUTO_PROMOTE_AFTER_SECONDS (${afterSeconds}) are in it, less the age of the last renewal`,
  );
  console.log(`acknowledged, missing    ${sumOf(all, "acknowledged")}, ${sumOf(all, "missing")}`);
  console.log(`RPO median, worst        ${seconds(all.map(({ rpoMs }) => rpoMs))}`);
  console.log(`beyond the promised RPO  ${sumOf(all, "beyond")} (missing though the replica had them)`);
  console.log(
    `both acknowledged        ${all.filter(({ isSplit }) => isSplit).length} rounds (at a time, or the same ids)`,
  );
  if (failed + sumOf(all, "beyond") > 0 || all.some(({ isSplit }) => isSplit)) process.exitCode = 1;
}

/** Total number of changes in a list of each round. */
function sumOf<Name extends string>(all: readonly Record<Name, readonly unknown[]>[], name: Name): number {
  return all.reduce((sum, each) => sum + each[name].length, 0);
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

async function lose(): Promise<void> {
  const { all, failed } = await repeat("lost", rounds, loseLeader);
  console.log(`machines lost            ${all.length}, of which salute check failed after ${failed}`);
  console.log(`acknowledged, missing    ${sumOf(all, "acknowledged")}, ${sumOf(all, "missing")}`);
  console.log(`RPO median, worst        ${seconds(all.map(({ rpoMs }) => rpoMs))}`);
  console.log(`RTO median, worst        ${seconds(all.map(({ rtoMs }) => rtoMs))}`);
}

async function handOver(): Promise<void> {
  const { all, failed } = await repeat("handed-over", switchovers, switchOver);
  console.log(`switchovers              ${all.length}, of which salute check failed after ${failed}`);
  console.log(`changes lost             ${sumOf(all, "missing")}`);
  console.log(`downtime for changes     ${seconds(all.map(({ rtoMs }) => rtoMs))} (median, worst)`);
}

/** The executable in SALUTE_BINARY, or a new build, so that no older build is measured. */
function builtNow(): string {
  const given = process.env.SALUTE_BINARY;
  if (given !== undefined && given !== "") return resolve(given);
  const path = scratchFile("salute");
  build(path);
  return path;
}

type Change<Done> = (machines: Machines, leader: Leader, loadMs: number) => Promise<Done>;

async function repeat<Done extends Failover>(name: string, count: number, change: Change<Done>) {
  const path = name.replace(" ", "-");
  const machines = new Machines(salute, { ...replicaIn(s3, path), LEASE_SECONDS: String(LEASE_SECONDS) });
  const all: Done[] = [];
  try {
    let leader: Leader = await machines.first();
    for (let round = 1; round <= count; round++) {
      const done = await change(machines, leader, loadMs);
      all.push(done);
      const ids = ranges(done.missing.map(({ id }) => id));
      console.log(
        `${name} ${round}: ${done.acknowledged.length} acknowledged, missing ${done.missing.length}${ids === "" ? "" : ` (${ids})`}, RPO ${ms(done.rpoMs)}, RTO ${ms(done.rtoMs)}${done.faults === null ? "" : `\n${done.faults}`}`,
      );
      machines.forget(leader.data);
      leader = done.leader;
    }
  } finally {
    await machines.remove();
  }
  return { all, failed: all.filter(({ faults }) => faults !== null).length };
}

/** Alternates both variants, so that other load on the machine affects them equally. */
async function compare(): Promise<void> {
  compileGenerator();
  const machines = {
    with: new Machines(salute, replicaIn(s3, "cost")),
    without: new Machines(salute, { LOG_LEVEL: "warn" }),
  };
  try {
    const leaders = { with: await machines.with.first(), without: await machines.without.first() };
    const users = { with: await usersOf(leaders.with), without: await usersOf(leaders.without) };
    const pairs: Record<keyof typeof leaders, GeneratorResult>[] = [];
    for (let turn = 0; turn < TURNS; turn++)
      pairs.push({
        without: await sendCredits(leaders.without, users.without),
        with: await sendCredits(leaders.with, users.with),
      });
    const rate = (kind: keyof typeof leaders) => median(pairs.map((pair) => pair[kind].perSecond));
    const ratio = median(pairs.map((pair) => pair.with.perSecond / pair.without.perSecond));
    const share = Math.max(...pairs.flatMap((pair) => [pair.with.clientShare, pair.without.clientShare]));
    console.log(
      `credits per second       ${rate("with")} with a replica, ${rate("without")} without: ratio ${ratio.toFixed(2)} (the load generator took ${share.toFixed(2)} of a core)`,
    );
  } finally {
    await Promise.all([machines.with.remove(), machines.without.remove()]);
  }
}

type Served = Awaited<ReturnType<Machines["first"]>>;

function usersOf({ key, server }: Served): Promise<string[]> {
  return createUsers({ key, port: portOf(server.url) }, USERS);
}

function sendCredits({ key, server }: Served, userIds: readonly string[]): Promise<GeneratorResult> {
  const port = portOf(server.url);
  return runGenerator({
    port,
    pid: server.pid,
    connections: CONNECTIONS,
    seconds: TURN_SECONDS,
    requests: credits({ key }, userIds, TURN_SECONDS),
    loops: false,
  });
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** Formats numbers as ranges: 4 to 7, 9 */
function ranges(numbers: readonly number[]): string {
  const found: [number, number][] = [];
  for (const each of [...numbers].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last !== undefined && each === last[1] + 1) last[1] = each;
    else found.push([each, each]);
  }
  return found.map(([from, to]) => (from === to ? String(from) : `${from} to ${to}`)).join(", ");
}

function seconds(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `${(median / 1000).toFixed(1)} s, ${((sorted.at(-1) ?? 0) / 1000).toFixed(1)} s`;
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}
