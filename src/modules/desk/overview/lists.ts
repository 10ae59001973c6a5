import { HOUR_MS, isoUtc, SECOND_MS } from "../../../kit/clock.ts";
import { ListAddress } from "../../../pages/index.ts";
import type { Span } from "./range.ts";

/** A list with the filters `from` and `to`, to which charts and figures of the overview lead. */
export interface ListWithTimes {
  path: string;
  /** How far before the end of a period its `to` is: the list's includes the whole second, or nothing of it. */
  toBefore: number;
}

export const LEDGER: ListWithTimes = { path: "/admin/ledger", toBefore: 0 };
export const DELIVERIES: ListWithTimes = { path: "/admin/deliveries", toBefore: SECOND_MS };

/** Address of the list's records of a period. */
export function addressDuring({ path, toBefore }: ListWithTimes, from: number, end: number): string {
  return new ListAddress(path, { from: isoUtc(from), to: isoUtc(end - toBefore) }).with({});
}

/** Address of the list's records in the range. */
export function addressSince({ path }: ListWithTimes, { first }: Span): string {
  return new ListAddress(path, { from: isoUtc(first * HOUR_MS) }).with({});
}
