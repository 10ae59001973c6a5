import { cpus } from "node:os";
import { until } from "../harness/until.ts";
import { compileGenerator, type GeneratorResult, MAX_CLIENT_SHARE, runGenerator } from "./load/generator.ts";
import { median } from "./load/load.ts";
import { encode } from "./load/requests.ts";
import { startBlnk } from "./peers/blnk.ts";
import { startOutpost } from "./peers/outpost.ts";
import { type Asked, memoryMegabytes, type Peer, send, stopPeers } from "./peers/peer.ts";
import { buildPocketbase, startPocketbase } from "./peers/pocketbase.ts";
import { startOurs } from "./peers/salute.ts";
import { flag, stopAll, useExecutable } from "./processes/servers.ts";

/**
 * The same work by salute and by what people would pick for it, in turns: durable credits with idempotency, balance reads,
 * and events up to their signed delivery. A peer that is not given is skipped: PocketBase is built from its module with Go,
 * of the others an executable is given, built as their own documentation says.
 * `bun run bench:peers [--seconds 5] [--rounds 5] [--connections 64] [--binary dist/salute] [--pocketbase PATH] [--blnk PATH] [--outpost PATH]`
 */
const seconds = Number(flag("--seconds") ?? "5");
const rounds = Number(flag("--rounds") ?? "5");
const connections = Number(flag("--connections") ?? "64");
/** More than a server takes. */
const REQUESTS_A_SECOND = 12_000;
const READS = 20_000;
const EVENTS_A_SECOND = 50;
const DELIVERED_WITHIN_MS = 600_000;

interface Figures {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** What was delivered since the last reset. */
const received = { count: 0, firstAt: 0, lastAt: 0, delaysMs: [] as number[], unsigned: 0 };
const receiver = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const text = await request.text();
    received.lastAt = performance.now();
    if (received.count++ === 0) received.firstAt = received.lastAt;
    if (![...request.headers.keys()].some((name) => name.endsWith("signature"))) received.unsigned++;
    const sentAt = /sent-at:(\d+\.\d+)/.exec(text)?.[1];
    if (sentAt !== undefined) received.delaysMs.push(received.lastAt - Number(sentAt));
    return new Response();
  },
});

function reset(): void {
  Object.assign(received, { count: 0, firstAt: 0, lastAt: 0, delaysMs: [], unsigned: 0 });
}

async function load(peer: Peer, ask: (index: number) => Asked, loops = false): Promise<GeneratorResult> {
  function* requests() {
    for (let i = 0; i < (loops ? READS : REQUESTS_A_SECOND * seconds); i++) {
      const { method, target, headers, body } = ask(i);
      yield encode(method, target, headers, body);
    }
  }
  const pid = peer.processes[0]?.pid ?? 0;
  const result = await runGenerator({
    port: peer.port,
    pid,
    connections,
    seconds,
    requests: requests(),
    loops,
  });
  if (result.clientShare > MAX_CLIENT_SHARE)
    console.log(
      `${peer.name}: the generator took ${result.clientShare.toFixed(2)} of a core: DOES NOT COUNT`,
    );
  return result;
}

/** Publishes as fast as is answered, and waits for all deliveries. @returns deliveries per second */
async function deliverMany(peer: Peer, event: NonNullable<Peer["event"]>): Promise<Figures> {
  reset();
  const { requests, p50Ms, p99Ms } = await load(peer, () => event("quest"));
  await until(() => received.count >= requests, DELIVERED_WITHIN_MS);
  if (received.unsigned > 0)
    throw new Error(`${peer.name} sent ${received.unsigned} events without a signature`);
  return {
    perSecond: Math.round((received.count * 1_000) / (received.lastAt - received.firstAt)),
    p50Ms,
    p99Ms,
  };
}

/** Publishes at a fixed rate. @returns the time from sending the request to the receipt of its event */
async function deliverSteadily(peer: Peer, event: NonNullable<Peer["event"]>): Promise<Figures> {
  reset();
  const count = EVENTS_A_SECOND * seconds;
  const beganAt = performance.now();
  const sending: Promise<unknown>[] = [];
  for (let i = 0; i < count; i++) {
    await Bun.sleep(Math.max(0, beganAt + (i * 1_000) / EVENTS_A_SECOND - performance.now()));
    sending.push(send(peer.port, event(`sent-at:${performance.now().toFixed(3)}`)));
  }
  await Promise.all(sending);
  await until(() => received.delaysMs.length >= count, DELIVERED_WITHIN_MS);
  const sorted = received.delaysMs.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { perSecond: EVENTS_A_SECOND, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** The figures of one round of a kind of work; null where the peer does not do it. */
const WORK: Record<string, (peer: Peer) => Promise<Figures> | null> = {
  credit: (peer) => (peer.credit && load(peer, peer.credit)) || null,
  "balance read": (peer) => (peer.balance && load(peer, peer.balance, true)) || null,
  "events, published and delivered": (peer) => (peer.event && deliverMany(peer, peer.event)) || null,
  [`request to receipt, ${EVENTS_A_SECOND} events a second`]: (peer) =>
    (peer.event && deliverSteadily(peer, peer.event)) || null,
};

async function compare(name: string, ours: Peer, peers: readonly Peer[]): Promise<void> {
  const measure = WORK[name];
  if (measure === undefined) return;
  const results = new Map<Peer, Figures[]>();
  for (let round = 0; round < rounds; round++)
    for (const peer of [...peers, ours]) {
      const figures = await measure(peer);
      if (figures !== null) results.set(peer, [...(results.get(peer) ?? []), figures]);
    }
  const mine = results.get(ours) ?? [];
  for (const [peer, theirs] of results) {
    const of = (value: (each: Figures) => number) => median(theirs.map(value));
    const times = median(theirs.map(({ perSecond }, round) => (mine[round]?.perSecond ?? 0) / perSecond));
    const sooner = median(theirs.map(({ p50Ms }, round) => p50Ms / (mine[round]?.p50Ms ?? 1)));
    const cells = [
      name,
      peer.name,
      of((each) => each.perSecond),
      `${of((each) => each.p50Ms).toFixed(1)}, ${of((each) => each.p99Ms).toFixed(1)}`,
      peer === ours ? "" : times.toFixed(1),
      peer === ours ? "" : sooner.toFixed(1),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}

compileGenerator();
await useExecutable();
const peers: Peer[] = [];
let ours: Peer | null = null;

async function add(name: string, starting: Promise<Peer | string>): Promise<void> {
  const peer = await starting;
  if (typeof peer === "string") console.log(`${name} is skipped: it needs ${peer}`);
  else peers.push(peer);
}

try {
  const given = flag("--pocketbase");
  const pocketbase = given === undefined ? await buildPocketbase() : { program: given };
  for (const synchronous of ["NORMAL", "FULL"] as const)
    await add(
      "PocketBase",
      typeof pocketbase === "string"
        ? Promise.resolve(pocketbase)
        : startPocketbase(pocketbase.program, synchronous),
    );
  const [blnk, outpost] = [flag("--blnk"), flag("--outpost")];
  await add("Blnk", blnk === undefined ? Promise.resolve("--blnk PATH") : startBlnk(blnk));
  await add("Outpost", outpost === undefined ? Promise.resolve("--outpost PATH") : startOutpost(outpost));
  ours = await startOurs();
  console.log(
    `${cpus().length} × ${cpus()[0]?.model}, ${rounds} rounds of ${seconds} s in turns, ${connections} connections\n`,
  );
  console.log(
    "| Work | Server | /s | p50, p99 ms | salute's rate, times | its p50, times sooner |\n|---|---|---|---|---|---|",
  );
  const [credit = "", balance = "", ...events] = Object.keys(WORK);
  for (const name of [credit, balance]) await compare(name, ours, peers);
  for (const peer of [...peers, ours]) await peer.listen?.(`http://127.0.0.1:${receiver.port}/`);
  for (const name of events) await compare(name, ours, peers);
  console.log("\n| Server | MB, with its databases | lost with the power |\n|---|---|---|");
  for (const peer of [...peers, ours])
    console.log(`| ${peer.name} | ${memoryMegabytes(peer.processes)} | ${peer.afterPowerLoss} |`);
} finally {
  await stopPeers();
  await stopAll();
  await receiver.stop(true);
}
