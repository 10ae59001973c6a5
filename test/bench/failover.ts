import { parseArgs } from "node:util";
import { executable } from "../harness/executable.ts";
import { type Failover, type Leader, loseLeader, replicaIn, switchOver } from "../harness/failover.ts";
import { Load, Machines } from "../harness/machine.ts";
import { startS3 } from "../harness/s3.ts";

/**
 * What a second machine costs and saves, by the executable and a real S3 server (versitygw): machines lost under signed
 * load, switchovers, and credits with and without a replica in turns.
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
const TURN_MS = 5_000;
/** So many requests at once share commits, as partners do. */
const WORKERS = 16;

const s3 = await startS3();
const salute = [executable()];
try {
  await lose();
  await handOver();
  await compare();
} finally {
  await s3.stop();
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
  console.log(`changes lost by them     ${missing}`);
  console.log(`without changes for      ${seconds(all.map(({ rtoMs }) => rtoMs))} (median, worst)`);
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
      const ids = done.missing.map(({ id }) => id).join(" ");
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

/** The two kinds in turns: whatever else the machine does meets both. */
async function compare(): Promise<void> {
  const kinds = { with: replicaIn(s3, "cost"), without: { LOG_LEVEL: "warn" } };
  const machines = {
    with: new Machines(salute, kinds.with),
    without: new Machines(salute, kinds.without),
  };
  try {
    const leaders = { with: await machines.with.first(), without: await machines.without.first() };
    const counts = { with: 0, without: 0 };
    for (let turn = 0; turn < TURNS; turn++) {
      for (const kind of ["without", "with"] as const) {
        const load = new Load(leaders[kind].server.url, leaders[kind].key, WORKERS);
        await Bun.sleep(TURN_MS);
        await load.stop();
        counts[kind] += load.acknowledged.length;
      }
    }
    const perSecond = (count: number) => Math.round((count * 1000) / (TURNS * TURN_MS));
    console.log(
      `credits a second         ${perSecond(counts.with)} with a replica, ${perSecond(counts.without)} without: ratio ${(counts.with / counts.without).toFixed(2)}`,
    );
  } finally {
    await Promise.all([machines.with.remove(), machines.without.remove()]);
  }
}

function seconds(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `${(median / 1000).toFixed(1)} s, ${((sorted.at(-1) ?? 0) / 1000).toFixed(1)} s`;
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}
