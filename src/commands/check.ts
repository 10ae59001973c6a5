import { checkFiles } from "../compose/invariants.ts";
import { alignedColumns, type Command, printData } from "./command.ts";
import { configOf, requireDatabases } from "./workspace.ts";

export const check: Command = {
  name: "check",
  usage: "check [--full] [--json]",
  summary: "Prove on the files, live or stopped, what must always hold of them",
  details:
    "Only reads, and needs no key file. Exit 1 and a list of what is wrong where a check fails; the first few faults of each are named.",
  options: {
    full: { type: "boolean", meaning: "Also compare every index with its table (slower)" },
  },
  run: (invocation) => {
    const config = configOf(invocation);
    requireDatabases(config);
    const checks = checkFiles(config.dataDir, invocation.flags.full === true);
    const failed = checks.filter((each) => !each.ok);
    printData(invocation.flags, { ok: failed.length === 0, checks }, () =>
      [
        alignedColumns(checks.map(({ name, ok, detail }) => [ok ? "ok" : "FAILED", name, detail])),
        failed.length === 0
          ? `All ${checks.length} checks hold.`
          : `${failed.length} of ${checks.length} checks failed: ${failed.map((each) => each.name).join(", ")}`,
      ].join("\n\n"),
    );
    return failed.length === 0 ? 0 : 1;
  },
};
