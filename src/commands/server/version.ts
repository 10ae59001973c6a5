import { sqliteVersion } from "../../db/connection.ts";
import { isoUtc } from "../../kit/clock.ts";
import { BUILT_AT, COMMIT, VERSION } from "../../kit/process/version.ts";
import { findBuiltIn } from "../../modules/operations/replication/index.ts";
import { type Command, printData } from "../command.ts";

export const version: Command = {
  name: "version",
  usage: "version [--json]",
  summary:
    "Print the versions of salute, Bun, SQLite and the built-in Litestream if any, the commit and its time, and the platform",
  options: {},
  run: ({ flags }) => {
    const versions = {
      salute: VERSION,
      commit: COMMIT,
      built_at: BUILT_AT === null ? null : isoUtc(BUILT_AT),
      bun: Bun.version,
      sqlite: sqliteVersion(),
      litestream: findBuiltIn()?.version ?? null,
      platform: `${process.platform}-${process.arch}`,
    };
    const { salute, commit, built_at, bun, sqlite, litestream, platform } = versions;
    const source =
      commit === null ? "" : `commit ${commit.replace(/^(.{12})[0-9a-f]*/, "$1")} of ${built_at}, `;
    const builtIn = litestream === null ? "" : `Litestream ${litestream} built in, `;
    printData(
      flags,
      versions,
      () => `salute ${salute} (${source}Bun ${bun}, SQLite ${sqlite}, ${builtIn}${platform})`,
    );
    return 0;
  },
};
