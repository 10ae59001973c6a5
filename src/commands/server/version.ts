import { sqliteVersion } from "../../db/connection.ts";
import { VERSION } from "../../kit/process/version.ts";
import { findBuiltIn } from "../../modules/operations/replication/index.ts";
import { type Command, printData } from "../command.ts";

export const version: Command = {
  name: "version",
  usage: "version [--json]",
  summary: "Print the versions of salute, Bun, SQLite and the built-in Litestream if any, and the platform",
  options: {},
  run: ({ flags }) => {
    const versions = {
      salute: VERSION,
      bun: Bun.version,
      sqlite: sqliteVersion(),
      litestream: findBuiltIn()?.version ?? null,
      platform: `${process.platform}-${process.arch}`,
    };
    const { salute, bun, sqlite, litestream, platform } = versions;
    const builtIn = litestream === null ? "" : `Litestream ${litestream} built in, `;
    printData(
      flags,
      versions,
      () => `salute ${salute} (Bun ${bun}, SQLite ${sqlite}, ${builtIn}${platform})`,
    );
    return 0;
  },
};
