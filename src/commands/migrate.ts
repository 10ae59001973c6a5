import { schemaOf } from "../db/migrate.ts";
import { type Command, printData } from "./command.ts";
import { withServices } from "./workspace.ts";

export const migrate: Command = {
  name: "migrate",
  usage: "migrate [--data ./data] [--json]",
  summary: "Bring the databases up to date, making an empty directory's first; every start does the same",
  options: {},
  run: (invocation) =>
    withServices(invocation, ({ live, sandbox }) => {
      const files = [live, sandbox].map((db) => ({ file: db.path, schema: schemaOf(db.read).newest }));
      printData(invocation.flags, files, () =>
        files.map(({ file, schema }) => `${file} is at ${schema}`).join("\n"),
      );
      return 0;
    }),
};
