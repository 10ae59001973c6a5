import { HOUR_MS, isoUtc } from "../../../kit/clock.ts";
import { ListAddress } from "../../../pages/index.ts";
import type { Span } from "./range.ts";

/** Paths of lists with the filters `from` and `to`, to which charts and figures of the overview lead. */
export const LEDGER = "/admin/ledger";
export const DELIVERIES = "/admin/deliveries";

/** Address of the list's records of a period. */
export function addressDuring(path: string, from: number, end: number): string {
  return new ListAddress(path, { from: isoUtc(from), to: isoUtc(end) }).with({});
}

/** Address of the list's records in the range. */
export function addressSince(path: string, { first }: Span): string {
  return new ListAddress(path, { from: isoUtc(first * HOUR_MS) }).with({});
}
