import { readSchemaVersion } from "../../db/migrations/migrate.ts";
import { type Command, printData } from "../command.ts";
import { withNewServices } from "../workspace.ts";

export const migrate: Command = {
  name: "migrate",
  usage: "migrate [--json]",
  summary: "Migrate the databases, creating those of an empty directory, and print the applied migrations",
  details: "Every start of the server does the same.",
  options: {},
  run: (invocation) =>
    withNewServices(invocation, async ({ live, sandbox, signedLog, sandboxFiles }) => {
      const files = [live, sandbox, signedLog.db].map(({ path, read, applied }) => ({
        file: path,
        schema: readSchemaVersion(read).newest,
        applied,
      }));
      for (const { path, schema, applied } of await sandboxFiles.migrate())
        files.push({ file: path, schema, applied });
      printData(invocation.flags, files, () =>
        files
          .map(({ file, schema, applied }) =>
            applied.length === 0
              ? `${file} is at ${schema}: nothing was missing`
              : `${file} is at ${schema}: applied ${applied.join(", ")}`,
          )
          .join("\n"),
      );
      return 0;
    }),
};
