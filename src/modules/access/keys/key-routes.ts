import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { KeyMode } from "../../../http/operation.ts";
import type { Site } from "../../../pages/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import type { KeyUse, UsedKey } from "./effects.tsx";
import { parseKeyMode } from "./find-key.ts";
import { findKeyRow, type KeyRow } from "./store.ts";

/** Address of a key's page. */
export const KEY = "/admin/keys/{key_id}";
export const KeyPath = Type.Object({
  key_id: Type.String({ description: "Id of the key: `pk_live_…` or `pk_sandbox_…`." }),
});

export interface KeysParts {
  site: Site;
  keyring: Keyring;
  /** The file that holds keys of a mode. */
  chooseFile: (mode: KeyMode) => Database;
  /** A key's requests, whose file is given. */
  readUse: (sql: Sql, keyId: string, now: number) => KeyUse;
}

/** @throws Problem not_found */
export function readKey({ chooseFile }: KeysParts, keyId: string): KeyRow {
  return requireRow(findKeyRow(chooseFile(parseKeyMode(keyId)).read, keyId), keyId);
}

/** @throws Problem not_found */
export function readUsedKey(parts: KeysParts, keyId: string, now: number): UsedKey {
  const row = readKey(parts, keyId);
  return { row, use: parts.readUse(parts.chooseFile(row.mode).read, keyId, now), now };
}

/** Changes a key in the file of its mode. The returned function throws Problem not_found. */
export function changeKeyIn(fileOf: KeysParts["chooseFile"]) {
  return <Value>(keyId: string, work: (tx: Tx, row: KeyRow) => Value) =>
    fileOf(parseKeyMode(keyId)).writer.run((tx) => work(tx, requireRow(findKeyRow(tx, keyId), keyId)));
}

/** @throws Problem not_found */
export function requireRow(row: KeyRow | null, keyId: string): KeyRow {
  if (row === null) throw new Problem("not_found", `Choose a key from the list: there is no key ${keyId}.`);
  return row;
}
