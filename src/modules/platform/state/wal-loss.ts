import { type Static, Type } from "@sinclair/typebox";
import type { Sql, Tx } from "../../../db/sql.ts";
import { Nullable } from "../../../http/schema/shapes.ts";
import { jsonSetting } from "./json-setting.ts";

/** Acknowledged changes that a database of the installation lost, until an operator accepts it. */
const LossNote = Type.Object({
  /** The database's file name. */
  file: Type.String(),
  /** After the file's name: "its write-ahead log is intact up to frame 12 only". */
  fault: Type.String(),
  /** The copy of the WAL as it was found; null if there is none. */
  evidence: Nullable(Type.String()),
  /** Unix milliseconds. */
  at: Type.Number(),
});
export type LossNote = Static<typeof LossNote>;

const LOSS = jsonSetting("wal_damaged", LossNote);

/** The loss that was noticed first and not accepted yet; otherwise null. */
export function readLoss(sql: Sql): LossNote | null {
  return LOSS.read(sql);
}

export function writeLoss(tx: Tx, loss: LossNote): void {
  LOSS.write(tx, loss);
}

export function deleteLoss(tx: Tx): void {
  LOSS.delete(tx);
}

/** One sentence for operators, without its full stop. */
export function describeLoss({ file, fault, evidence }: LossNote): string {
  return `${file} lost acknowledged changes: ${fault}${evidence === null ? "" : `. Its log is kept as ${evidence}`}`;
}
