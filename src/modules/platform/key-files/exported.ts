import type { Sql, Tx } from "../../../db/sql.ts";
import type { Actor } from "../../../http/operation.ts";
import { recordAudit } from "../audit/index.ts";
import { Keyring } from "../master-key/index.ts";
import { readSetting, writeSetting } from "../state/index.ts";
import type { KeyFile } from "./copy-keys.ts";
import { logKeyId } from "./log-key.ts";

const SETTING = "keyfiles_exported";

/** Which keys some files hold, by ids that tell nothing of them. */
export interface KeyIds {
  /** The current first; empty where no file holds the master key. */
  master: readonly string[];
  /** Null where there is no log.key. */
  log: string | null;
}

/** @throws KeyFileError, MasterKeyError where a file is malformed. */
export function keyIdsOf(files: readonly KeyFile[]): KeyIds {
  const master = files.find((file) => file.name === "master.key");
  const log = files.find((file) => file.name === "log.key");
  return {
    master: master === undefined ? [] : Keyring.fromText(master.text, master.name).ids,
    log: log === undefined ? null : logKeyId(log.text, log.name),
  };
}

/** Remembers, in the trail too, that a copy of these keys is elsewhere. */
export function recordExport(tx: Tx, actor: Actor, ids: KeyIds, isSealed: boolean): void {
  writeSetting(tx, SETTING, JSON.stringify(ids));
  recordAudit(tx, actor, "keyfiles.export", "service", { ...ids, under_passphrase: isSealed });
}

export function recordImport(tx: Tx, actor: Actor, ids: KeyIds): void {
  recordAudit(tx, actor, "keyfiles.import", "service", { ...ids });
}

/** What is known of copies elsewhere: of these keys, only of others, or of none. */
export function exportState(sql: Sql, ids: KeyIds): "exported" | "changed" | "never" {
  const remembered = readSetting(sql, SETTING);
  if (remembered === null) return "never";
  return remembered === JSON.stringify(ids) ? "exported" : "changed";
}
