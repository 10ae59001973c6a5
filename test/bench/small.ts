import { statSync } from "node:fs";
import { newIdempotencyKey, newNonce, sign } from "../harness/app/signing.ts";
import { createUsers } from "./load/work.ts";
import {
  DATA,
  flag,
  runSalute,
  scratchFile,
  startSalute,
  stopAll,
  useCommand,
  useExecutable,
} from "./processes/servers.ts";
import { makeSmallMachine } from "./processes/small-machine.ts";

/**
 * An hour on a small machine, as root: signed requests at a fixed rate, one in four a credit and the others balance reads,
 * while the server's jobs run as scheduled, and a backup and an audit as commands beside it. Latencies count from the
 * time at which a request was due, so that a pause weighs on all it delays.
 * `bun run bench:small [--memory 256] [--minutes 60] [--rate 200] [--balance 500] [--binary dist/salute]`
 */
const memory = Number(flag("--memory") ?? "256");
const minutes = Number(flag("--minutes") ?? "60");
const rate = Number(flag("--rate") ?? "200");
/** Seconds of saved processor time at the start; 500 is what Fly lets a machine save. */
const balance = Number(flag("--balance") ?? "500");
const CREDIT_EVERY = 4;
const ANSWER_WITHIN_MS = 30_000;
const USERS = 200;
const TICK_MS = 5;
const SLICES = 12;

/** Of one slice of the run. */
let durations: number[] = [];
let faults: Record<string, number> = {};

const machine = makeSmallMachine(memory, balance);
try {
  const built = await useExecutable();
  const inside = scratchFile("salute-inside");
  // Copied from inside, so that the executable's cached pages count as the small machine's.
  if ((await Bun.spawn([...machine.prefix, "cp", built, inside]).exited) !== 0)
    throw new Error("nothing starts in the cgroup");
  useCommand([...machine.prefix, inside]);
  const server = await startSalute();
  const userIds = await createUsers(server, USERS);
  const base = `http://127.0.0.1:${server.port}`;

  const ask = async (index: number, dueAt: number) => {
    const userId = userIds[index % USERS];
    const isCredit = index % CREDIT_EVERY === 0;
    const method = isCredit ? "POST" : "GET";
    const target = isCredit ? "/api/salutes/credit" : `/api/salutes/balance?user_id=${userId}`;
    const body = isCredit
      ? JSON.stringify({ user_id: userId, amount: 1, reason: "quest", source: "bench" })
      : null;
    const timestamp = Math.floor(Date.now() / 1000);
    const headers: Record<string, string> = sign(server.key, method, target, {
      body: body ?? "",
      nonce: isCredit ? newNonce() : null,
      timestamp,
    });
    if (isCredit)
      Object.assign(headers, { "content-type": "application/json", "idempotency-key": newIdempotencyKey() });
    const fault = await fetch(base + target, {
      method,
      headers,
      body,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    }).then(
      async (answer) => {
        await answer.text();
        return answer.ok ? null : String(answer.status);
      },
      (error: Error) => error.name,
    );
    durations.push(performance.now() - dueAt);
    if (fault !== null) faults[fault] = (faults[fault] ?? 0) + 1;
  };

  console.log(`${memory} MB, ${rate} requests a second, of which ${rate / CREDIT_EVERY} credits\n`);
  console.log(
    "| minutes | requests | faults | p50 ms | p99 ms | processor share | throttled s | balance s | without balance | peak MB | with cache | killed |",
  );
  console.log(`|${"---|".repeat(12)}`);
  const waiting = new Set<Promise<void>>();
  const beganAt = performance.now();
  const endsAt = beganAt + minutes * 60_000;
  const chores = [
    { at: 0.3, words: ["backup", "run"] },
    { at: 0.6, words: ["audits", "run"] },
  ];
  let sent = 0;
  let slice = 1;
  while (performance.now() < endsAt && server.process.exitCode === null) {
    const now = performance.now();
    for (; beganAt + (sent * 1_000) / rate <= now; sent++) {
      const asked = ask(sent, beganAt + (sent * 1_000) / rate);
      waiting.add(asked);
      void asked.then(() => waiting.delete(asked));
    }
    const share = (now - beganAt) / (endsAt - beganAt);
    if (chores[0] !== undefined && share > chores[0].at) {
      const { words } = chores.shift() ?? { words: [] };
      const startedAt = performance.now();
      const done = runSalute(words).then(
        () => console.log(`${words.join(" ")}: ${Math.round((performance.now() - startedAt) / 1_000)} s`),
        (error: Error) => console.log(`${words.join(" ")}: ${error.message}`),
      );
      waiting.add(done);
    }
    if (share > slice / SLICES) report((minutes * slice++) / SLICES);
    await Bun.sleep(TICK_MS);
  }
  await Promise.all(waiting);
  report(minutes);
  if (server.process.exitCode !== null) throw new Error(`the server ended: ${server.process.signalCode}`);
  console.log(`\nlive.db: ${Math.round(statSync(`${DATA}/live.db`).size / 2 ** 20)} MiB`);
} finally {
  await stopAll();
  machine.remove();
}

/** Prints the slice's row, with what the machine used since its start, and begins the next slice. */
function report(at: number): void {
  durations.sort((a, b) => a - b);
  const percentile = (part: number) => (durations[Math.floor(durations.length * part)] ?? 0).toFixed(1);
  const used = machine.read();
  const cells = [
    at.toFixed(1),
    durations.length,
    JSON.stringify(faults),
    percentile(0.5),
    percentile(0.99),
    used.processorShare.toFixed(3),
    used.throttledSeconds.toFixed(1),
    used.balanceSeconds.toFixed(1),
    used.emptyShare.toFixed(2),
    used.peakMegabytes,
    used.peakWithCacheMegabytes,
    used.killed,
  ];
  console.log(`| ${cells.join(" | ")} |`);
  [durations, faults] = [[], {}];
}
