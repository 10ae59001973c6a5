import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { executable } from "../harness/processes/build.ts";
import { scratch } from "../harness/processes/commands.ts";
import { type ServerProcess, serve } from "../harness/processes/server-process.ts";
import { until } from "../harness/until.ts";

/** `salute check` stops changes of a running server if the ledger is wrong (contract section 1). */

setDefaultTimeout(60_000);

let served: ServerProcess;

beforeAll(async () => {
  served = await serve([executable()], { RATE_LIMIT_PUBLIC_API_PER_MIN: "0" });
});
afterAll(() => served.stop());

function breakLedger(dataDir: string): void {
  const file = new Database(join(dataDir, "live.db"));
  file.run("PRAGMA busy_timeout = 10000");
  file.run("DROP TRIGGER users_balance_suspect");
  file.run("UPDATE users SET balance = balance + 1");
  file.close();
}

test("a failed ledger invariant switches the running server to safe mode, and its status shows why", async () => {
  expect(await served.command("check")).toMatchObject({ ok: true });
  breakLedger(served.dataDir);
  await expect(served.command("check")).rejects.toThrow();
  const bad = await until(async () => {
    const { checks } = (await (await fetch(`${served.url}/status.json`)).json()) as {
      checks: { ledger: { status: string; message: string } };
    };
    return checks.ledger.status === "bad" ? checks.ledger : null;
  }, 30_000);
  expect(bad.message).toContain("ledger_balances");
});

test("beside a replicated server it leaves the WAL to Litestream", async () => {
  const dir = scratch();
  const replicated = await serve([executable()], {
    LITESTREAM_REPLICA_URL: `file://${dir.file("replica")}`,
    LITESTREAM_BIN: "/dev/null/litestream",
  });
  try {
    breakLedger(replicated.dataDir);
    const written = () => statSync(join(replicated.dataDir, "live.db"), { bigint: true }).mtimeNs;
    const before = written();
    await expect(replicated.command("check")).rejects.toThrow();
    expect(written()).toBe(before);
    expect(statSync(join(replicated.dataDir, "live.db-wal")).size).toBeGreaterThan(0);
  } finally {
    await replicated.stop();
    dir.remove();
  }
});
