import type { Sql, Tx } from "../../db/sql.ts";
import type { Actor } from "../../http/operation.ts";
import { recordAudit } from "../audit/index.ts";
import { readSetting, writeSetting } from "../settings/index.ts";

const SETTING = "keyfiles_exported";

/** Which keys an installation has, by ids that tell nothing of them. */
export interface KeyIds {
  /** The current first; empty where the key comes from MASTER_KEY and no file holds it. */
  master: readonly string[];
  /** Null where there is no log.key. */
  log: string | null;
}

/** Remembers, in the trail too, that a copy of these keys is elsewhere. */
export function recordExport(tx: Tx, actor: Actor, ids: KeyIds, isSealed: boolean): void {
  writeSetting(tx, SETTING, JSON.stringify(ids));
  recordAudit(tx, actor, "keyfiles.export", "service", { ...ids, under_passphrase: isSealed });
}

/** What is known of copies elsewhere: of these keys, only of former ones, or of none. */
export function exportState(sql: Sql, ids: KeyIds): "exported" | "changed" | "never" {
  const remembered = readSetting(sql, SETTING);
  if (remembered === null) return "never";
  return remembered === JSON.stringify(ids) ? "exported" : "changed";
}
