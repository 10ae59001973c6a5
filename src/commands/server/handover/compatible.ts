import { existsSync } from "node:fs";
import type { Config } from "../../../compose/config.ts";
import { readServerSettings } from "../../../compose/server-settings.ts";
import { databaseFiles } from "../../../db/files.ts";
import { missingMigrations } from "../../../db/migrations/migrate.ts";
import { readDatabase } from "../../../db/reader.ts";
import { NeedsStop } from "./messages.ts";

/** @throws NeedsStop if this process cannot work beside the directory's server, whose port it takes */
export function requireCompatible(config: Config): void {
  requireSameSchema(config);
  requireSameAddress(config);
}

/** Files brought up to date by this release could not be used any more by the server beside it. */
function requireSameSchema({ dataDir }: Config): void {
  for (const { path } of databaseFiles(dataDir)) {
    const missing = existsSync(path) ? readDatabase(path, (sql) => missingMigrations(sql, path)) : [];
    if (missing.length > 0) throw new NeedsStop(NEWER_SCHEMA);
  }
}

const NEWER_SCHEMA =
  "This release brings the databases up to date, which two processes cannot share: stop the server and start it again.";

/** A restart that kept an address which the settings have closed would say that it had succeeded. */
function requireSameAddress({ dataDir, host, port }: Config): void {
  const { HOST, PORT } = readServerSettings(dataDir)?.listens ?? {};
  if (HOST === undefined || (host === HOST && (port === 0 || String(port) === PORT))) return;
  throw new NeedsStop(
    `PORT and HOST change only by a stop and a start: the server listens on HOST=${HOST} PORT=${PORT}, and the settings now say HOST=${host} PORT=${port}.`,
  );
}
