import type { Sql } from "../../db/sql.ts";
import { readPermissions } from "../../kit/process/files.ts";
import {
  badInProduction,
  type Diagnosis,
  type Finding,
  type Inspection,
  ok,
  openToOthers,
  warn,
} from "../platform/diagnosis/index.ts";
import { type LogSettings, loadSigner, readLogStatus } from "./signed-log/index.ts";

export interface TransparencyFacts extends Inspection {
  logKeyPath: string;
  logSettings: (live: Sql) => LogSettings;
}

export const TRANSPARENCY_FINDINGS: readonly Finding<TransparencyFacts>[] = [
  { name: "log_key", order: 110, look: logKey },
  { name: "log", order: 120, look: log },
];

function logKey(facts: TransparencyFacts): Diagnosis | null {
  if (!facts.isInstalled) return null;
  const { logKeyPath: path } = facts;
  if (readPermissions(path) === null)
    return warn(
      `${path} is missing: the log stays readable but is no longer signed.`,
      "salute keyfiles import --from DIR",
    );
  return openToOthers(facts, path, "600") ?? ok(path);
}

/** State of the log's signature; null until a server has opened the log. */
function log(facts: TransparencyFacts): Diagnosis | null {
  const { read, logSettings } = facts;
  const status = read("live.db", (live) =>
    read("log.db", (sql) => readLogStatus(loadSigner(logSettings(live)), sql)),
  );
  if (status === null) return null;
  const { origin, entries, published, hold } = status;
  if (hold === null)
    return ok(`${origin ?? "no origin yet"}: ${published ?? 0} of ${entries} entries are signed`);
  // The first sentence states the fault, the rest the fix.
  const [fault = "", ...fix] = hold.message.split(/(?<=\.) /);
  return badInProduction(facts, `not signed: ${fault}`, fix.join(" "));
}
