import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fetchReplica } from "../../../../src/modules/operations/replication/restore-replica.ts";
import { REPLICATED } from "../../../../src/modules/operations/replication/rules.ts";
import { missingPrograms } from "../../../harness/processes/programs.ts";
import { until } from "../../../harness/until.ts";

/** A replica made by a real Litestream, with its newest file damaged. */

setDefaultTimeout(60_000);
const isMissing = missingPrograms(["litestream"], "A damaged replica").length > 0;
const STATES = 3;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "salute-damaged-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const filesOfLive = () => {
  const folder = join(root, "replica", "live", "ltx", "0");
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};

/** Waits until the replica of live.db has more files than before. */
async function grown(before: number): Promise<void> {
  await until(() => filesOfLive().length > before);
}

async function replicate(): Promise<void> {
  const files = REPLICATED.map((name) => {
    const file = new Database(join(root, `${name}.db`));
    file.run("PRAGMA journal_mode = WAL");
    file.run("CREATE TABLE t (a INTEGER)");
    return file;
  });
  const dbs = REPLICATED.map((name) => ({
    path: join(root, `${name}.db`),
    replica: { url: `file://${join(root, "replica", name)}` },
  }));
  writeFileSync(join(root, "litestream.yml"), JSON.stringify({ dbs }));
  const litestream = Bun.spawn(["litestream", "replicate", "-config", join(root, "litestream.yml")], {
    stdout: "ignore",
    stderr: "ignore",
  });
  await grown(0);
  for (let state = 0; state < STATES; state++) {
    const before = filesOfLive().length;
    files[0]?.run("INSERT INTO t VALUES (?)", [state]);
    await grown(before);
  }
  litestream.kill();
  await litestream.exited;
  for (const file of files) file.close();
}

test.skipIf(isMissing)(
  "a damaged newest state falls back to an earlier one only if losing changes is permitted, and reports that",
  async () => {
    await replicate();
    const newest = join(root, "replica", "live", "ltx", "0", filesOfLive().at(-1) ?? "");
    const bytes = readFileSync(newest);
    bytes[120] = (bytes[120] ?? 0) ^ 0xff;
    writeFileSync(newest, bytes);
    const program = { named: "litestream", directory: root, environment: { PATH: process.env.PATH ?? "" } };
    const source = { replica: `file://${join(root, "replica")}`, program, at: null };
    await expect(fetchReplica(source, join(root, "refused"), async () => {})).rejects.toThrow("Litestream");
    const told: string[] = [];
    const onFallback = (name: string) => told.push(name);
    await fetchReplica({ ...source, onFallback }, join(root, "restored"), async () => {});
    expect(told).toEqual(["live"]);
    for (const name of REPLICATED)
      expect(statSync(join(root, "restored", `${name}.db`)).mode & 0o777).toBe(0o600);
    const restored = new Database(join(root, "restored", "live.db"), { readonly: true });
    expect(restored.query("SELECT count(*) AS count FROM t").get()).toEqual({ count: STATES - 1 });
    restored.close();
  },
);

test.skipIf(isMissing)(
  "a store that fails for a moment costs no change: the newest state is tried again",
  async () => {
    await replicate();
    // Fails at the first restore of live.db, as a broken connection does.
    const failsOnce = join(root, "litestream-failing-once");
    writeFileSync(
      failsOnce,
      `#!/bin/sh
case "$*" in
  restore*live.db*) [ -e '${root}/failed' ] || { touch '${root}/failed'; echo 'connection reset' >&2; exit 1; } ;;
esac
exec litestream "$@"
`,
      { mode: 0o700 },
    );
    const program = { named: failsOnce, directory: root, environment: { PATH: process.env.PATH ?? "" } };
    const told: string[] = [];
    await fetchReplica(
      {
        replica: `file://${join(root, "replica")}`,
        program,
        at: null,
        onFallback: (name) => told.push(name),
      },
      join(root, "restored"),
      async () => {},
    );
    expect(existsSync(join(root, "failed"))).toBe(true);
    expect(told).toEqual([]);
    const restored = new Database(join(root, "restored", "live.db"), { readonly: true });
    expect(restored.query("SELECT count(*) AS count FROM t").get()).toEqual({ count: STATES });
    restored.close();
  },
);
