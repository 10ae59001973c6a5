import { sqliteVersion } from "../db/database.ts";
import { VERSION } from "../version.ts";
import { type Command, printData } from "./command.ts";

export const version: Command = {
  name: "version",
  usage: "version [--json]",
  summary: "Print the versions of salute, Bun and SQLite, and the platform",
  options: {},
  run: ({ flags }) => {
    const versions = {
      salute: VERSION,
      bun: Bun.version,
      sqlite: sqliteVersion(),
      platform: `${process.platform}-${process.arch}`,
    };
    printData(
      flags,
      versions,
      () =>
        `salute ${versions.salute} (Bun ${versions.bun}, SQLite ${versions.sqlite}, ${versions.platform})`,
    );
    return 0;
  },
};
