import { basename } from "node:path";
import { type Command, printData } from "./command.ts";
import { withServices } from "./workspace.ts";

export const migrate: Command = {
  name: "migrate",
  usage: "migrate [--json]",
  summary: "Bring the databases' schema up to date, and say what was missing",
  details:
    "Every start does this too. In an empty directory it makes the databases and key files, as a first start does.",
  options: {},
  run: (invocation) =>
    withServices(invocation, ({ live, sandbox }) => {
      const applied = [live, sandbox].flatMap((database) =>
        database.applied.map((migration) => ({ file: basename(database.path), migration })),
      );
      printData(invocation.flags, applied, () =>
        applied.length === 0
          ? "The schema is up to date."
          : applied.map(({ file, migration }) => `${file}: applied ${migration}`).join("\n"),
      );
      return 0;
    }),
};
