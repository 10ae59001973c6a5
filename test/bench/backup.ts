import { Database } from "bun:sqlite";
import { statSync } from "node:fs";
import { join } from "node:path";
import { runLoad } from "./load/load.ts";
import { CREDIT_BODY, signed } from "./load/requests.ts";
import { DATA, flag, runSalute, startSalute, stopAll } from "./processes/servers.ts";

/**
 * Effect of a backup on concurrent credits: their p99 during a backup of a large live.db, against the p99 before and
 * after. `bun run bench:backup [--mib 1024] [--connections 8]`.
 */
const mib = Number(flag("--mib") ?? "1024");
const connections = Number(flag("--connections") ?? "8");
const USUAL_SECONDS = 15;
const LONGEST_SECONDS = 900;

const server = await startSalute();
try {
  fill(mib);
  const size = Math.round(statSync(join(DATA, "live.db")).size / 2 ** 20);
  console.log(`live.db: ${size} MiB; ${connections} connections sending credits continuously\n`);
  console.log("| | credits /s | p50 ms | p99 ms |\n|---|---|---|---|");
  const before = await measure("before", USUAL_SECONDS, () => false);
  let isMade = false;
  const startedAt = performance.now();
  const backup = runSalute(["backup", "run", "--json"]).finally(() => {
    isMade = true;
  });
  const during = await measure("during a backup", LONGEST_SECONDS, () => isMade);
  const manifest = JSON.parse(await backup) as { bytes: number };
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const after = await measure("after", USUAL_SECONDS, () => false);
  const usual = (before + after) / 2;
  console.log(
    `\nThe backup took ${seconds} s and made ${Math.round(manifest.bytes / 2 ** 20)} MiB. p99 during it: ${(during / usual).toFixed(2)} times the normal ${usual.toFixed(2)} ms (limit 3).`,
  );
} finally {
  await stopAll();
}

async function measure(name: string, seconds: number, isOver: () => boolean): Promise<number> {
  const result = await runLoad({
    port: server.port,
    connections,
    seconds,
    next: () => (isOver() ? null : signed(server.key, "POST", "/api/salutes/credit", CREDIT_BODY)),
  });
  const bad = Object.keys(result.statuses).filter((status) => status !== "200");
  if (bad.length > 0) throw new Error(`answers ${bad.join(", ")}`);
  console.log(`| ${name} | ${result.requests_per_second} | ${result.p50_ms} | ${result.p99_ms} |`);
  return result.p99_ms;
}

/** Grows live.db to this size with audit entries of 4 KiB each. */
function fill(megabytes: number): void {
  const client = new Database(join(DATA, "live.db"));
  client.run("PRAGMA busy_timeout = 10000");
  client.run("PRAGMA synchronous = OFF");
  const insert = client.prepare(
    `INSERT INTO audit_entries (actor_kind, actor, action, subject, details, created_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2048)
       SELECT 'command', 'bench', 'bench.fill', 'bench', json_object('text', hex(randomblob(2000))), 0 FROM n`,
  );
  for (let written = 0; written < megabytes; written += 8) insert.run();
  client.run("PRAGMA wal_checkpoint(TRUNCATE)");
  client.close();
}
