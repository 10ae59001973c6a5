import type { Sql, Tx } from "../../../db/sql.ts";
import { deleteSetting, readSetting, writeSetting } from "./store.ts";

const SETTING = "wal_damaged";

/** Acknowledged changes that a database of the installation lost, until an operator accepts it. */
export interface LossNote {
  /** The database's file name. */
  file: string;
  /** After the file's name: "its write-ahead log is intact up to frame 12 only". */
  fault: string;
  /** The copy of the WAL as it was found; null if there is none. */
  evidence: string | null;
  /** Unix milliseconds. */
  at: number;
}

/** The loss that was noticed first and not accepted yet; otherwise null. */
export function readLoss(sql: Sql): LossNote | null {
  const value = readSetting(sql, SETTING);
  return value === null ? null : (JSON.parse(value) as LossNote);
}

export function writeLoss(tx: Tx, loss: LossNote): void {
  writeSetting(tx, SETTING, JSON.stringify(loss));
}

export function deleteLoss(tx: Tx): void {
  deleteSetting(tx, SETTING);
}

/** One sentence for operators, without its full stop. */
export function describeLoss({ file, fault, evidence }: LossNote): string {
  return `${file} lost acknowledged changes: ${fault}${evidence === null ? "" : `. Its log is kept as ${evidence}`}`;
}
