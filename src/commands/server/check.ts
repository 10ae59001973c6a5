import { basename, join } from "node:path";
import type { Config } from "../../compose/config.ts";
import { checkFiles, findStopping } from "../../compose/invariants.ts";
import { isReplicated } from "../../compose/replica.ts";
import { keepEvidence, type LostFile, listLosses } from "../../db/damage/loss.ts";
import { Database } from "../../db/database.ts";
import { hasServer } from "../../db/directory-lock.ts";
import { systemClock } from "../../kit/clock.ts";
import { type Check, WAL_CHECK } from "../../modules/operations/invariants/index.ts";
import { type BrokenInvariant, noteLoss, readLoss, stopChanges } from "../../modules/platform/state/index.ts";
import { alignedColumns, type Command, printData } from "../command.ts";
import { requireDatabases, resolveConfig } from "../workspace.ts";

/** What stops the changes of a running server. */
interface Reasons {
  broken: BrokenInvariant | null;
  lost: LostFile | null;
}

/** Switches on safe mode in the directory's running server. Returns whether one is running and has a reason. */
async function stopServer(config: Config, { broken, lost }: Reasons): Promise<boolean> {
  const { dataDir } = config;
  if ((broken === null && lost === null) || !hasServer(dataDir)) return false;
  const options = { isReplicated: isReplicated(config) };
  const live = Database.open(join(dataDir, "live.db"), systemClock, options);
  try {
    if (broken !== null) await live.writer.run((tx) => stopChanges(tx, "check", broken));
    if (lost === null || readLoss(live.read) !== null) return true;
    const { path, fault } = lost;
    const loss = { file: basename(path), fault, evidence: keepEvidence(path, dataDir, systemClock) };
    await live.writer.run((tx) => noteLoss(tx, "check", loss));
    return true;
  } finally {
    await live.close();
  }
}

/** The first file with a loss that stops changes: practice in sandbox files goes on. */
function findLost(dataDir: string, checks: readonly Check[]): LostFile | null {
  if (checks.every(({ name, ok }) => ok || name !== WAL_CHECK)) return null;
  return listLosses(dataDir).find(({ name, mode }) => name === mode) ?? null;
}

export const check: Command = {
  name: "check",
  usage: "check [--full] [--json]",
  summary: "Check the databases' invariants, beside a running server or without one",
  details:
    "Needs no key file, and only reads; but if a ledger invariant fails, or acknowledged changes are lost, a running server of the directory is put into safe mode. If a check fails, prints its first few faults and exits 1.",
  options: {
    full: { type: "boolean", meaning: "Also compare every index with its table (slower)" },
  },
  run: async (invocation) => {
    const config = resolveConfig(invocation);
    requireDatabases(config);
    const checks = await checkFiles(config.dataDir, invocation.flags.full === true);
    const failed = checks.filter((each) => !each.ok);
    const { dataDir } = config;
    const reasons = { broken: findStopping(checks), lost: findLost(dataDir, checks) };
    const stopped = await stopServer(config, reasons);
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
