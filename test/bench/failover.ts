import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "../harness/processes/build.ts";
import {
  type Failover,
  type Leader,
  loseLeader,
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
 * credits alternating with and without a replica.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "100" },
    switchovers: { type: "string", default: "20" },
    "load-ms": { type: "string", default: "3000" },
  },
});
const rounds = Number(values.rounds);
const switchovers = Number(values.switchovers);
const loadMs = Number(values["load-ms"]);
const TURNS = 3;
const TURN_SECONDS = 5;
const CONNECTIONS = 64;
const USERS = 200;

const s3 = await startS3();
const salute = [builtNow()];
try {
  await lose();
  await handOver();
  await compare();
} finally {
  await s3.stop();
  await stopAll();
}

async function lose(): Promise<void> {
  const { all, failed } = await repeat("lost", rounds, loseLeader);
  const missing = all.reduce((sum, each) => sum + each.missing.length, 0);
  const acknowledged = all.reduce((sum, each) => sum + each.acknowledged.length, 0);
  console.log(`machines lost            ${all.length}, of which salute check failed after ${failed}`);
  console.log(`acknowledged, missing    ${acknowledged}, ${missing}`);
  console.log(`RPO median, worst        ${seconds(all.map(({ rpoMs }) => rpoMs))}`);
  console.log(`RTO median, worst        ${seconds(all.map(({ rtoMs }) => rtoMs))}`);
}

async function handOver(): Promise<void> {
  const { all, failed } = await repeat("handed-over", switchovers, switchOver);
  const missing = all.reduce((sum, each) => sum + each.missing.length, 0);
  console.log(`switchovers              ${all.length}, of which salute check failed after ${failed}`);
  console.log(`changes lost             ${missing}`);
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

type Change = (machines: Machines, leader: Leader, loadMs: number) => Promise<Failover>;

async function repeat(name: string, count: number, change: Change) {
  const machines = new Machines(salute, { ...replicaIn(s3, name), LEASE_SECONDS: "3" });
  const all: Failover[] = [];
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
