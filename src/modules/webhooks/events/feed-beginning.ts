import type { Sql, Tx } from "../../../db/sql.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { readSetting, writeSetting } from "../../platform/state/index.ts";
import { newestSequence } from "./feed-store.ts";

const BEGINNING_SETTING = "practice_feed_beginning";

/** Notes that the file's content is new: streams of the partner go on after its present events. */
export function beginFeed(tx: Tx, partnerId: number): void {
  writeSetting(tx, BEGINNING_SETTING, `${newestSequence(tx, partnerId)} ${isoUtc(tx.clockNow)}`);
}

/** Differs after each `beginFeed`; null before the first. */
export function feedBeginning(sql: Sql): string | null {
  return readSetting(sql, BEGINNING_SETTING);
}

/** The newest sequence at the time of a beginning. */
export function parseSequence(beginning: string): number {
  return Number.parseInt(beginning, 10);
}
