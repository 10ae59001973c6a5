import { RETENTION } from "../../compose/modules.ts";
import { measureFiles } from "../../modules/operations/disk/index.ts";
import { alignedColumns, type Command, printData } from "../command.ts";
import { requireDatabases, resolveConfig } from "../workspace.ts";

export const storage: Command = {
  name: "storage",
  usage: "storage [--json]",
  summary: "Tell the size of each database, and of the tables in it",
  details:
    "Reads every page of the databases, beside a running server or without one: seconds per gigabyte. Tables whose rows expire together are one group, with the time for which they are kept.",
  options: {},
  run: (invocation) => {
    const config = resolveConfig(invocation);
    requireDatabases(config);
    const measured = measureFiles(config.dataDir, RETENTION);
    printData(invocation.flags, measured, () =>
      [
        alignedColumns([
          ["FILE", "MIB", "FREE"],
          ...measured.files.map(({ file, bytes, free_bytes }) => [file, mib(bytes), mib(free_bytes)]),
        ]),
        alignedColumns([
          ["FILE", "ROWS", "MIB", "INDEXES", "KEPT"],
          ...measured.groups.map(({ file, rows, bytes, index_bytes, kept }) => [
            file,
            rows,
            mib(bytes),
            mib(index_bytes),
            kept.length === 0 ? "for ever" : kept.join("; "),
          ]),
        ]),
      ].join("\n\n"),
    );
    return 0;
  },
};

function mib(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}
