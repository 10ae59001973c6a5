import type { Sql, Tx } from "../../../db/sql.ts";
import type { Actor } from "../../../http/operation.ts";
import { recordAudit } from "../audit/index.ts";
import { Keyring } from "../master-key/index.ts";
import { readSetting, writeSetting } from "../state/index.ts";
import type { KeyFile } from "./copy-keys.ts";
import { logKeyId } from "./log-key.ts";

const SETTING = "keyfiles_exported";

/** Ids of the keys in some files; an id reveals nothing about its key. */
export interface KeyIds {
  /** The current key first; empty if no file holds the master key. */
  master: readonly string[];
  /** Null without a log.key. */
  log: string | null;
}

/** @throws KeyFileError, MasterKeyError if a file is malformed */
export function parseKeyIds(files: readonly KeyFile[]): KeyIds {
  const master = files.find((file) => file.name === "master.key");
  const log = files.find((file) => file.name === "log.key");
  return {
    master: master === undefined ? [] : Keyring.fromText(master.text, master.name).ids,
    log: log === undefined ? null : logKeyId(log.text, log.name),
  };
}

/** Records, also in the audit trail, that these keys were exported. */
export function recordExport(
  tx: Tx,
  actor: Actor,
  { ids, isSealed }: { ids: KeyIds; isSealed: boolean },
): void {
  writeSetting(tx, SETTING, JSON.stringify(ids));
  recordAudit(tx, actor, {
    action: "keyfiles.export",
    subject: "service",
    details: { ...ids, under_passphrase: isSealed },
  });
}

export function recordImport(tx: Tx, actor: Actor, ids: KeyIds): void {
  recordAudit(tx, actor, { action: "keyfiles.import", subject: "service", details: { ...ids } });
}

/** Whether these keys were exported, only other keys, or none. */
export function exportState(sql: Sql, ids: KeyIds): "exported" | "changed" | "never" {
  const remembered = readSetting(sql, SETTING);
  if (remembered === null) return "never";
  return remembered === JSON.stringify(ids) ? "exported" : "changed";
}
