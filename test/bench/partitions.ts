import { parseArgs } from "node:util";
import { newIdempotencyKey } from "../harness/app/signing.ts";
import { type Leader, listMissing, replicaIn, replicated } from "../harness/processes/failover.ts";
import { credit, Load, Machines, STRICT_PACE_MS } from "../harness/processes/machines.ts";
import { FROM_SOURCE } from "../harness/processes/server-process.ts";
import { type Relay, startRelay } from "../harness/servers/relay.ts";
import { startS3 } from "../harness/servers/s3.ts";
import { until } from "../harness/until.ts";

/**
 * Partitions of a loaded leader, during each of which another machine is promoted: cut off from the store, from its
 * clients, from both, or with a slow store; clocks differ by 90 s either way. Counts moments in which two machines
 * acknowledged, and changes that the next leader lacks although the replica had them before the partition.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "100" },
    minutes: { type: "string", default: "60" },
    "lease-seconds": { type: "string", default: "3" },
    strict: { type: "boolean", default: false },
    /** For comparison: the leader goes on. */
    lenient: { type: "boolean", default: false },
  },
});
const leaseSeconds = Number(values["lease-seconds"]);
const endsAt = performance.now() + Number(values.minutes) * 60_000;
const [bun = "", main = ""] = FROM_SOURCE;
const SKEWED = [bun, "--preload", require.resolve("../harness/jumping-clock.ts"), main];
const SKEWS_MS = [0, 90_000, -90_000];
const LOADED_CHANGES = 30;
const NEXT_LEADERS_CHANGES = 20;
const SLOW_STORE_MS = 300;
const UP_MS = 60_000;

interface Machine extends Leader {
  store: Relay;
  clients: Relay;
}

/** What is done to the network of the leader. */
const PARTITIONS: Record<string, (leader: Machine) => void> = {
  "store silent": ({ store }) => store.pause(),
  "store cut": ({ store }) => store.cut(),
  "clients cut": ({ clients }) => clients.cut(),
  "both cut": ({ store, clients }) => {
    store.cut();
    clients.cut();
  },
  "store slow": ({ store }) => store.slowDown(SLOW_STORE_MS),
};

const s3 = await startS3();
const machines = new Machines(SKEWED, {
  ...replicaIn(s3, "partitions"),
  LEASE_SECONDS: String(leaseSeconds),
  ...(values.strict ? { LEASE_STRICT: "1" } : {}),
  ...(values.lenient ? { LEASE_LENIENT: "1" } : {}),
});
const totals = { rounds: 0, acknowledged: 0, missing: 0, beyond: 0, overlaps: 0, faults: 0 };
const windows: number[] = [];
try {
  let leader = await firstMachine();
  for (let round = 0; round < Number(values.rounds) && performance.now() < endsAt; round++)
    leader = await partition(leader, round);
} finally {
  await machines.remove();
  await s3.stop();
}
const worst = Math.max(0, ...windows) / 1000;
console.log(`partitions                          ${totals.rounds}`);
console.log(`acknowledged, missing               ${totals.acknowledged}, ${totals.missing}`);
console.log(`missing though the replica had them ${totals.beyond}`);
console.log(`longest acknowledgement after it    ${worst.toFixed(1)} s (LEASE_SECONDS ${leaseSeconds})`);
console.log(`two machines acknowledged at once   ${totals.overlaps}`);
console.log(`salute check failed                 ${totals.faults}`);
process.exitCode = totals.beyond + totals.overlaps + totals.faults > 0 ? 1 : 0;

function network(store: Relay, skewMs: number): Promise<Record<string, string>> {
  const clock = `${machines.root}/clock-${skewMs}`;
  const environment = {
    ...replicaIn({ ...s3, endpoint: store.endpoint }, "partitions"),
    CLOCK_JUMP_FILE: clock,
  };
  return Bun.write(clock, String(skewMs)).then(() => environment);
}

async function firstMachine(): Promise<Machine> {
  const store = await startRelay(s3);
  const { data, server, key } = await machines.first(await network(store, 0));
  return { data, server, key, store, clients: await startRelay({ endpoint: server.url }) };
}

async function partition(leader: Machine, round: number): Promise<Machine> {
  const kinds = Object.keys(PARTITIONS);
  const kind = kinds[round % kinds.length] ?? "";
  const skewMs = SKEWS_MS[Math.floor(round / kinds.length) % SKEWS_MS.length] ?? 0;
  const pace = values.strict ? STRICT_PACE_MS : undefined;
  const load = new Load(leader.clients.endpoint, leader.key, pace);
  await until(() => load.acknowledged.length >= LOADED_CHANGES, UP_MS);
  const heldFrom = performance.now();
  await replicated(leader.data);
  const begunAt = performance.now();
  PARTITIONS[kind]?.(leader);

  const store = await startRelay(s3);
  const data = machines.vacant(leader.data);
  const server = await machines.promote(data, await network(store, skewMs));
  const next: Machine = {
    data,
    server,
    key: leader.key,
    store,
    clients: await startRelay({ endpoint: server.url }),
  };
  const nextLoad = new Load(server.url, leader.key, pace);
  await until(() => nextLoad.acknowledged.length >= NEXT_LEADERS_CHANGES, UP_MS);
  leader.store.resume();
  leader.clients.resume();
  const refused = async () =>
    (await credit(leader.server.url, leader.key, newIdempotencyKey())).status === 503;
  await until(refused, UP_MS);
  await Promise.all([load.stop(), nextLoad.stop()]);

  const missing = listMissing(data, load.acknowledged);
  const beyond = values.strict ? missing : missing.filter(({ at }) => at < heldFrom);
  const lastAt = Math.max(...load.acknowledged.map(({ at }) => at));
  const firstAt = Math.min(...nextLoad.acknowledged.map(({ at }) => at));
  const checked = await machines.command(["check"], data);
  totals.rounds++;
  totals.acknowledged += load.acknowledged.length + nextLoad.acknowledged.length;
  totals.missing += missing.length;
  totals.beyond += beyond.length;
  totals.overlaps += lastAt >= firstAt ? 1 : 0;
  totals.faults += checked.exitCode === 0 ? 0 : 1;
  windows.push(lastAt - begunAt);
  console.log(
    `${round + 1} ${kind}, clock ${skewMs / 1000} s: ${load.acknowledged.length} acknowledged, the last ${seconds(lastAt - begunAt)} after the partition and ${seconds(firstAt - lastAt)} before the next leader's first; missing ${missing.length}, of which the replica had ${beyond.length}${checked.exitCode === 0 ? "" : `\n${checked.stdout}${checked.stderr}`}`,
  );
  await machines.kill(leader.server);
  await Promise.all([leader.store.stop(), leader.clients.stop()]);
  machines.forget(leader.data);
  return next;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
