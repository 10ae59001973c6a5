import { Database } from "bun:sqlite";
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { removeDatabase } from "../../src/db/files.ts";
import { run } from "../harness/processes/programs.ts";
import { until } from "../harness/until.ts";

/**
 * Whether Litestream's snapshots can mix pages of two states: Litestream begins on a file under load, it and the writer
 * are killed soon after the first snapshot, and the replica's newest state is restored and proved; the next round goes on
 * with it, on a new replica. `bun run bench:snapshots [--rounds 1000] [--minutes 60] [--lanes 1] [--directory /dev/shm]
 * [--checkpoints]`; with `--checkpoints` the writer checkpoints its file as well, which salute does not.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "1000" },
    minutes: { type: "string", default: "60" },
    lanes: { type: "string", default: "1" },
    directory: { type: "string", default: tmpdir() },
    checkpoints: { type: "boolean", default: false },
    /** The file that this process writes to until it is killed. */
    write: { type: "string" },
  },
});
const ROWS = 2_000;
/** About 6 MiB in all, so that a snapshot takes longer than a change. */
const ROW_BYTES = 3_000;
const ROWS_PER_CHANGE = 20;
const CHANGES_PER_CHECKPOINT = 20;
/** Litestream begins once the writer has written this much. */
const BEGUN_BYTES = 2 ** 18;
/** Both are killed within this time after the first snapshot. */
const LONGEST_MS = 1_500;

if (values.write === undefined) await campaign();
else write(values.write);

/** Content of a row in its version: old pages beside new ones do not go together. */
function contentOf(version: number): string {
  return String(version)
    .padStart(12, "0")
    .repeat(ROW_BYTES / 12);
}

function write(path: string): void {
  const client = new Database(path);
  client.run("PRAGMA journal_mode = WAL");
  client.run("PRAGMA synchronous = NORMAL");
  client.run("PRAGMA busy_timeout = 5000");
  client.run("PRAGMA wal_autocheckpoint = 0");
  const update = client.prepare("UPDATE part SET version = version + 1, content = ? WHERE id = ?");
  const versionOf = client.prepare<{ version: number }, [number]>("SELECT version FROM part WHERE id = ?");
  const change = client.transaction(() => {
    for (let n = 0; n < ROWS_PER_CHANGE; n++) {
      const id = 1 + Math.floor(Math.random() * ROWS);
      update.run(contentOf((versionOf.get(id)?.version ?? 0) + 1), id);
    }
    client.run(`UPDATE total SET versions = versions + ${ROWS_PER_CHANGE}`);
  });
  for (let changes = 1; ; changes++) {
    change.immediate();
    if (values.checkpoints && changes % CHANGES_PER_CHECKPOINT === 0)
      client.run("PRAGMA wal_checkpoint(PASSIVE)");
    Bun.sleepSync(1);
  }
}

function create(path: string): void {
  const client = new Database(path, { create: true });
  client.run(
    "CREATE TABLE part (id INTEGER PRIMARY KEY, version INTEGER NOT NULL, content TEXT NOT NULL) STRICT",
  );
  client.run("CREATE INDEX part_by_version ON part (version)");
  client.run("CREATE TABLE total (versions INTEGER NOT NULL) STRICT");
  client.run("INSERT INTO total VALUES (0)");
  const insert = client.prepare("INSERT INTO part VALUES (?, 0, ?)");
  client.transaction(() => {
    for (let id = 1; id <= ROWS; id++) insert.run(id, contentOf(0));
  })();
  client.close();
}

/** What is wrong with a restored file; null if it is one state of the original. */
function faultOf(path: string): string | null {
  const client = new Database(path, { readonly: true });
  try {
    const { integrity_check } = client.query("PRAGMA integrity_check").get() as { integrity_check: string };
    if (integrity_check !== "ok") return integrity_check;
    const rows = client.query("SELECT version, content FROM part").all() as {
      version: number;
      content: string;
    }[];
    const { versions } = client.query("SELECT versions FROM total").get() as { versions: number };
    const sum = rows.reduce((all, { version }) => all + version, 0);
    if (sum !== versions) return `the versions sum up to ${sum}, not ${versions}`;
    return rows.every(({ version, content }) => content === contentOf(version))
      ? null
      : "a row is of two versions";
  } catch (error) {
    return (error as Error).message;
  } finally {
    client.close();
  }
}

async function campaign(): Promise<void> {
  const endsAt = performance.now() + Number(values.minutes) * 60_000;
  const root = mkdtempSync(join(values.directory, "salute-snapshots-"));
  const totals = { rounds: 0, damaged: 0 };
  const lane = async (number: number) => {
    const folder = join(root, String(number));
    mkdirSync(folder);
    const path = join(folder, "live.db");
    create(path);
    while (totals.rounds < Number(values.rounds) && performance.now() < endsAt) {
      const round = ++totals.rounds;
      const fault = await snapshot(folder, path);
      if (fault === null) continue;
      totals.damaged++;
      console.log(`${round}: ${fault.split("\n").slice(0, 2).join(" ")}`);
      removeDatabase(path);
      create(path);
    }
  };
  await Promise.all(Array.from({ length: Number(values.lanes) }, (_, number) => lane(number)));
  rmSync(root, { recursive: true });
  const who = values.checkpoints ? "the writer and Litestream" : "Litestream alone";
  console.log(
    `snapshots under load     ${totals.rounds}, of a file that ${who} checkpointed, in ${values.directory}`,
  );
  console.log(`damaged newest states    ${totals.damaged}`);
  process.exitCode = totals.damaged > 0 ? 1 : 0;
}

/** One round. Returns what is wrong with the replica's newest state. */
async function snapshot(folder: string, path: string): Promise<string | null> {
  const replica = join(folder, "replica");
  const meta = join(folder, "meta");
  const config = join(folder, "litestream.yml");
  const log = join(folder, "litestream.log");
  const db = { path, "meta-path": meta, "busy-timeout": "5s", replica: { url: `file://${replica}` } };
  await Bun.write(
    config,
    JSON.stringify({ logging: { level: "warn", type: "text", stderr: true }, dbs: [db] }),
  );
  const options = values.checkpoints ? ["--checkpoints"] : [];
  const writer = Bun.spawn(["bun", import.meta.path, "--write", path, ...options], { stderr: "inherit" });
  await until(() => Bun.file(`${path}-wal`).size >= BEGUN_BYTES);
  const litestream = Bun.spawn(["litestream", "replicate", "-no-expand-env", "-config", config], {
    stdout: Bun.file(log),
    stderr: Bun.file(log),
  });
  try {
    await until(async () => (await filesIn(replica)).length > 0);
    await Bun.sleep(Math.random() * LONGEST_MS);
  } finally {
    litestream.kill("SIGKILL");
    writer.kill("SIGKILL");
    await Promise.all([litestream.exited, writer.exited]);
  }
  const restored = join(folder, "restored.db");
  const { exitCode, stderr } = await run(["litestream", "restore", "-o", restored, `file://${replica}`]);
  const fault = exitCode === 0 ? faultOf(restored) : `not restored: ${stderr.trim()}`;
  removeDatabase(path);
  for (const each of [replica, meta]) rmSync(each, { recursive: true, force: true });
  if (fault === null) renameSync(restored, path);
  removeDatabase(restored);
  return fault;
}

async function filesIn(replica: string): Promise<string[]> {
  return Array.fromAsync(new Bun.Glob("**/*.ltx").scan({ cwd: replica })).catch(() => []);
}
