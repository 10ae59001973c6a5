import { CHECKS } from "../../src/compose/modules.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { flag } from "./processes/servers.ts";

/**
 * Status answers over a year of snapshots, one per minute: trend, uptime over 90 days, incidents and the page.
 * `bun run bench:status [--snapshots N]`. Rows are inserted with SQL in the job's format. The clock advances between
 * requests, so that no answer comes from a cache.
 */
const snapshots = Number(flag("--snapshots") ?? "525600");
const SAMPLES = 200;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LONGEST_KEPT_MS = MINUTE_MS;
/** Intervals of failing snapshots, and of incidents in minutes. */
const FAILURE_EVERY = 97;
const INCIDENT_EVERY = 240;

const world = await createWorld({
  RATE_LIMIT_PUBLIC_API_PER_MIN: "0",
  RATE_LIMIT_PAGES_PER_MIN: "0",
  LOG_LEVEL: "silent",
});
try {
  await seed(world, snapshots);
  console.log(`| Over ${snapshots.toLocaleString("en")} snapshots | p50 ms | p99 ms |\n|---|---|---|`);
  const system = "/api/public/system-status";
  await measure("trend, the newest 1,440", `${system}/trend?limit=1440`);
  await measure("uptime over a day", `${system}/uptime?hours=24`);
  await measure("uptime over 90 days", `${system}/uptime?hours=2160`);
  await measure("incidents of 90 days", `${system}/incidents?hours=2160&limit=200`);
  await measure("current status", system);
  await measure("badge of uptime over 90 days", "/badges/uptime.svg");
  await measure("the page", "/status");
} finally {
  await world.close();
}

async function measure(name: string, target: string): Promise<void> {
  const durations: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    world.clock.advance(LONGEST_KEPT_MS);
    const startedAt = performance.now();
    const { status } = await world.call("GET", target);
    durations.push(performance.now() - startedAt);
    if (status !== 200) throw new Error(`${target} answered ${status}`);
  }
  durations.sort((a, b) => a - b);
  const at = (share: number) => (durations[Math.floor(SAMPLES * share)] ?? 0).toFixed(2);
  console.log(`| ${name} | ${at(0.5)} | ${at(0.99)} |`);
}

async function seed(into: World, count: number): Promise<void> {
  const now = into.clock.now();
  const first = now - count * MINUTE_MS;
  await into.services.live.writer.run((tx) => {
    tx.run(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO status_snapshots (taken_at, overall, states, in_maintenance)
         SELECT ? + i * ${MINUTE_MS}, iif(i % ${FAILURE_EVERY} = 0, 'warn', 'ok'),
           iif(i % ${FAILURE_EVERY} = 0, 'owoooooooo', 'oooooooooo'), 0 FROM n`,
      count - 1,
      first,
    );
    for (const subject of ["overall", ...CHECKS.names]) {
      tx.run(
        `WITH RECURSIVE n(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO status_hours (subject, hour, ok_ms, warn_ms, bad_ms, maintenance_ms)
           SELECT ?, i, ${HOUR_MS - MINUTE_MS}, ${MINUTE_MS}, 0, 0 FROM n`,
        Math.floor(first / HOUR_MS),
        Math.floor(now / HOUR_MS),
        subject,
      );
    }
    tx.run(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO status_incidents (started_at, ended_at, severity, checks, points, ok_points, first_ok_at)
         SELECT ? + i * ${INCIDENT_EVERY * MINUTE_MS}, ? + (i * ${INCIDENT_EVERY} + 5) * ${MINUTE_MS}, 'warn', '["jobs"]', 5, 3, 0 FROM n`,
      Math.floor(count / INCIDENT_EVERY) - 1,
      first,
      first,
    );
  });
}
