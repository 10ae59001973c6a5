import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { readDescriptors } from "../../../../src/kit/process/descriptors.ts";
import { LoopLag } from "../../../../src/kit/process/loop-lag.ts";
import { writeManifest } from "../../../../src/modules/operations/backups/archive/manifest.ts";
import { setDrill } from "../../../../src/modules/operations/backups/drill.ts";
import {
  leaseFamilies,
  replicaFamilies,
} from "../../../../src/modules/operations/metrics/replica-families.ts";
import { exposition, type Family } from "../../../../src/modules/platform/metrics/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { parseExposition } from "./parse-exposition.ts";

let world: World;

beforeEach(async () => {
  world = await createWorld({ METRICS_ALLOW_IP: "127.0.0.1" });
});

afterEach(() => world.close());

const linesOf = (families: Family[]) =>
  exposition(families)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

async function values(): Promise<Map<string, number>> {
  const { text } = await world.call("GET", "/metrics");
  return new Map([...parseExposition(text).values()].flatMap((family) => [...family]));
}

describe("the machine's metrics", () => {
  test("every check with its result, and the service's", async () => {
    await world.services.live.writer.run((tx) => {
      for (const startedAt of [1, 2])
        tx.run(
          "INSERT INTO job_runs (job, trigger, status, started_at, finished_at) VALUES ('backup', 'schedule', 'failed', ?, ?)",
          world.clock.now() - startedAt,
          world.clock.now(),
        );
    });
    const found = await values();
    const { checks, overall } = (await world.call("GET", "/status.json")).json;
    const levels = ["ok", "warn", "bad"];
    for (const [name, { status, has_data }] of Object.entries<{ status: string; has_data: boolean }>(
      checks,
    )) {
      expect([name, found.get(`salute_check_status{check="${name}"}`)]).toEqual([
        name,
        levels.indexOf(status),
      ]);
      expect(found.get(`salute_check_has_data{check="${name}"}`)).toBe(Number(has_data));
    }
    expect(found.get('salute_check_status{check="jobs"}')).toBe(1);
    expect(found.get("salute_status{}")).toBe(levels.indexOf(overall));
    expect(found.get('salute_jobs{state="failing"}')).toBe(1);
    expect(found.get('salute_jobs{state="running"}')).toBe(0);
  });

  test("disk, and descriptors with their limit", async () => {
    const found = await values();
    const size = found.get("salute_disk_size_bytes{}") ?? 0;
    expect(size).toBeGreaterThan(0);
    expect(found.get("salute_disk_free_bytes{}")).toBeWithin(1, size + 1);
    const descriptors = readDescriptors();
    if (descriptors === null) return expect(found.has("process_open_fds{}")).toBe(false);
    expect(descriptors.open).toBeGreaterThan(2);
    expect(found.get("process_open_fds{}")).toBeGreaterThan(2);
    expect(found.get("process_max_fds{}") ?? null).toBe(descriptors.limit);
  });

  test("the queue of mail and the delay of its oldest", async () => {
    const now = world.clock.now();
    await world.services.live.writer.run((tx) => {
      for (const [uid, state, at] of [
        ["a", "queued", now - 30_000],
        ["b", "queued", now + 60_000],
        ["c", "sent", now - 90_000],
      ] as const)
        tx.run(
          `INSERT INTO mails (uid, partner_id, to_operators, about, state, message_sealed, attempts, next_attempt_at, created_at, finished_at)
             VALUES (?, NULL, 1, 'test', ?, ?, 0, ?, ?, ?)`,
          uid,
          state,
          state === "queued" ? "sealed" : null,
          at,
          now,
          state === "queued" ? null : now,
        );
    });
    const found = await values();
    expect(found.get("salute_mails_queued{}")).toBe(2);
    expect(found.get("salute_mail_oldest_due_seconds{}")).toBe(30);
  });

  test("times of the newest backup and the last drill, and nothing before the first", async () => {
    const before = await values();
    expect([...before.keys()].filter((name) => /salute_(backup|drill|replica|lease)_/.test(name))).toEqual(
      [],
    );
    const at = world.clock.now() - 3_600_000;
    await world.services.live.writer.run((tx) =>
      setDrill(tx, {
        at: new Date(at).toISOString(),
        ok: false,
        source: "backup",
        from: "b-1",
        error: "damaged",
        rpo_seconds: 5,
        rto_seconds: 1.5,
        log_root: null,
        log_root_is_published: null,
      }),
    );
    writeBackup(world, at);
    const found = await values();
    expect(found.get("salute_backup_last_success_timestamp_seconds{}")).toBe(at / 1000);
    expect(found.get("salute_backup_bytes{}")).toBe(4096);
    expect(found.get("salute_drill_last_timestamp_seconds{}")).toBe(at / 1000);
    expect(found.get("salute_drill_ok{}")).toBe(0);
    expect(found.get("salute_drill_recovery_time_seconds{}")).toBe(1.5);
  });
});

describe("the replica's metrics", () => {
  test("lag, TXID and whether Litestream answers; unknown values are left out", () => {
    expect(linesOf(replicaFamilies({ fault: null, lagSeconds: 3, lastTxid: 812 }))).toEqual([
      "salute_replica_up 1",
      "salute_replica_lag_seconds 3",
      "salute_replica_txid 812",
    ]);
    expect(linesOf(replicaFamilies({ fault: "it exited", lagSeconds: null, lastTxid: null }))).toEqual([
      "salute_replica_up 0",
    ]);
    expect(replicaFamilies(null)).toEqual([]);
  });

  test("exactly one state of the lease is 1", () => {
    const lost = { kind: "lost", epoch: 3, host: "b", at: null } as const;
    expect(
      linesOf(
        leaseFamilies({ standing: lost, epoch: 2, confirmedAt: 90_000, stopReason: () => "another leads" }),
      ),
    ).toEqual([
      'salute_lease_state{state="unknown"} 0',
      'salute_lease_state{state="held"} 0',
      'salute_lease_state{state="none"} 0',
      'salute_lease_state{state="unreachable"} 0',
      'salute_lease_state{state="handed_over"} 0',
      'salute_lease_state{state="lost"} 1',
      "salute_lease_epoch 2",
      "salute_lease_accepts_changes 0",
      "salute_lease_confirmed_timestamp_seconds 90",
    ]);
    expect(leaseFamilies(null)).toEqual([]);
  });
});

test("the event loop's lag is counted once per measurement", () => {
  const lag = new LoopLag();
  lag.note(2);
  lag.note(250);
  expect([lag.totalMs, [...lag.histogram.values()]]).toEqual([252, [1, 1]]);
});

/** A manifest without its archive. */
function writeBackup({ services }: World, at: number): void {
  mkdirSync(services.backups.directory);
  writeManifest(services.backups.directory, {
    id: "b-20260101T000000Z-0001",
    file: "b-20260101T000000Z-0001.tar",
    sha256: "0".repeat(64),
    bytes: 4096,
    created_at: new Date(at).toISOString(),
    counts: {},
    log_root: null,
    checkpoint: null,
    databases: [],
    is_encrypted: false,
    uploaded_to: null,
    upload_error: null,
    public_key: null,
    signature: null,
  });
}
