import { join } from "node:path";
import type { Config } from "../../compose/config.ts";
import { checkFiles, findStopping } from "../../compose/invariants.ts";
import { isReplicated } from "../../compose/replica.ts";
import { Database } from "../../db/database.ts";
import { hasServer } from "../../db/directory-lock.ts";
import { systemClock } from "../../kit/clock.ts";
import { type BrokenInvariant, stopChanges } from "../../modules/platform/state/index.ts";
import { alignedColumns, type Command, printData } from "../command.ts";
import { configOf, requireDatabases } from "../workspace.ts";

/** Switches on safe mode in the directory's running server. Returns whether one is running. */
async function stopServer(config: Config, broken: BrokenInvariant | null): Promise<boolean> {
  const { dataDir } = config;
  if (broken === null || !hasServer(dataDir)) return false;
  const options = { isReplicated: isReplicated(config) };
  const live = Database.open(join(dataDir, "live.db"), systemClock, options);
  try {
    await live.writer.run((tx) => stopChanges(tx, "check", broken));
    return true;
  } finally {
    await live.close();
  }
}

export const check: Command = {
  name: "check",
  usage: "check [--full] [--json]",
  summary: "Check the databases' invariants, beside a running server or without one",
  details:
    "Needs no key file, and only reads; but if a ledger invariant fails, a running server of the directory is put into safe mode. If a check fails, prints its first few faults and exits 1.",
  options: {
    full: { type: "boolean", meaning: "Also compare every index with its table (slower)" },
  },
  run: async (invocation) => {
    const config = configOf(invocation);
    requireDatabases(config);
    const checks = checkFiles(config.dataDir, invocation.flags.full === true);
    const failed = checks.filter((each) => !each.ok);
    const stopped = await stopServer(config, findStopping(checks));
    printData(invocation.flags, { ok: failed.length === 0, checks }, () =>
      [
        alignedColumns(checks.map(({ name, ok, detail }) => [ok ? "ok" : "FAILED", name, detail])),
        failed.length === 0
          ? `All ${checks.length} checks hold.`
          : `${failed.length} of ${checks.length} checks failed: ${failed.map((each) => each.name).join(", ")}`,
        ...(stopped ? ["The running server is now in safe mode: it refuses changes."] : []),
      ].join("\n\n"),
    );
    return failed.length === 0 ? 0 : 1;
  },
};
