import { Database } from "bun:sqlite";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "../harness/processes/build.ts";
import { readFirstStart, salute, scratch, startServer } from "../harness/processes/executable.ts";
import { StrictLoad } from "../harness/processes/strict-load.ts";
import { scratchFile, stopAll } from "./processes/servers.ts";

/** Restarts of the executable under load, one after the other: refused or failed requests, and the wait for changes. */
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "100" },
    kept: { type: "string", default: "16" },
    fresh: { type: "string", default: "8" },
  },
});
const rounds = Number(values.rounds);

if (!process.env.SALUTE_BINARY) {
  process.env.SALUTE_BINARY = scratchFile("salute");
  build(process.env.SALUTE_BINARY);
}
process.env.SALUTE_BINARY = resolve(process.env.SALUTE_BINARY);
const place = scratch();
const env = { PARTNER_RATE_LIMIT_PER_MINUTE: "1000000", LOG_LEVEL: "warn" };
const server = await startServer(place.data, { env });
const { live } = await readFirstStart(server);
const load = new StrictLoad(
  { port: Number(new URL(server.url).port), key: live, userId: 1 },
  { kept: Number(values.kept), fresh: Number(values.fresh) },
);
let pid = server.pid;
const held: number[] = [];
const slowest: number[] = [];
let failed = 0;
try {
  await Bun.sleep(2_000);
  console.log(`slowest change before    ${load.lap().toFixed(0)} ms`);
  for (let round = 1; round <= rounds; round++) {
    const before = load.faults.length;
    load.lap();
    const { code, stdout, stderr } = await salute(["restart", "--data", place.data]);
    await Bun.sleep(500);
    const words = /process (\d+) serves; requests waited for (\d+) ms/.exec(stdout);
    if (code !== 0 || words === null) {
      failed++;
      console.log(`${round}: ${stderr}`);
      continue;
    }
    pid = Number(words[1]);
    held.push(Number(words[2]));
    slowest.push(load.lap());
    const faults = load.faults.slice(before);
    console.log(
      `${round}: held ${held.at(-1)} ms, slowest change ${slowest.at(-1)?.toFixed(0)} ms, ${load.requests} requests, faults ${faults.length}${faults.length > 0 ? `: ${[...new Set(faults)].join("; ")}` : ""}`,
    );
  }
  await load.stop();
  const ms = (all: readonly number[]) =>
    `${percentile(all, 0.5).toFixed(0)} ms, ${percentile(all, 0.99).toFixed(0)} ms, ${Math.max(...all).toFixed(0)} ms`;
  console.log(`restarts, failed         ${rounds}, ${failed}`);
  console.log(`requests, faults         ${load.requests}, ${load.faults.length}`);
  console.log(`held p50, p99, worst     ${ms(held)}`);
  console.log(`slowest change           ${ms(slowest)} (p50, p99, worst of each restart's slowest)`);
  console.log(`acknowledged, missing    ${load.acknowledged.length}, ${missing()}`);
  console.log((await salute(["check", "--data", place.data])).stdout.trim().split("\n").at(-1));
} finally {
  process.kill(pid, "SIGTERM");
  await Bun.sleep(3_000);
  place.remove();
  await stopAll();
}

function percentile(all: readonly number[], share: number): number {
  const sorted = [...all].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function missing(): number {
  const file = new Database(`${place.data}/live.db`, { readonly: true });
  const rows = file.query("SELECT idempotency_key AS key FROM ledger_entries").all() as { key: string }[];
  file.close();
  const kept = new Set(rows.map(({ key }) => key));
  return load.acknowledged.filter((key) => !kept.has(key)).length;
}
