import { setImmediate as breathe } from "node:timers/promises";
import type { Sql } from "../../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../../http/answers/problem.ts";
import { sha256Hex } from "../../../../kit/crypto/seal.ts";
import { type DeskFilters, listMatching, resolveFilter } from "../../desk-entries/index.ts";
import { newestEntryId } from "../../entries/index.ts";
import { EXAMINED_AT_ONCE, MOST_ENTRIES, MOST_LISTED, type ReversalBody } from "./model.ts";
import { describeRefusal } from "./rules.ts";
import { type CandidateRow, listCandidates } from "./store.ts";

interface LeftOut {
  entryId: number;
  why: string;
  /** The reversal that has the entry. */
  heldBy: number | null;
}

/** The entries of a reversal, newest first. */
export interface Selection {
  candidates: CandidateRow[];
  /** Matching entries that cannot be reversed; the first of them. */
  leftOut: LeftOut[];
  leftOutCount: number;
  /** Whether more entries match than one reversal takes. */
  hasMore: boolean;
  /** Where the search stopped before the end: older entries than this one were not examined. Null if all were. */
  examinedTo: number | null;
}

/** The entries of a request. @throws Problem invalid_payload unless either ids or a filter are given; else as selectByIds */
export function chooseEntries(
  sql: Sql,
  { entry_ids, filter }: Pick<ReversalBody, "entry_ids" | "filter">,
): Selection | Promise<Selection> {
  if (entry_ids !== undefined && filter !== undefined)
    throw invalidPayload("filter", "must not come together with entry_ids");
  if (entry_ids !== undefined) return selectByIds(sql, entry_ids);
  if (filter === undefined) throw invalidPayload("entry_ids", "is needed, unless filter selects the entries");
  return selectByFilter(sql, resolveFilter(sql, filter), newestEntryId(sql));
}

/** Those of the entries with these ids that can be reversed, and the others. */
export function selectFitting(sql: Sql, ids: readonly number[]): Selection {
  return { ...divide(listCandidates(sql, ids)), hasMore: false, examinedTo: null };
}

/**
 * The entries with these ids.
 * @throws Problem not_found for an unknown id, state_conflict naming entries that cannot be reversed
 */
export function selectByIds(sql: Sql, ids: readonly number[]): Selection {
  const candidates = listCandidates(sql, ids);
  const found = new Set(candidates.map(({ id }) => id));
  const unknown = ids.find((id) => !found.has(id));
  if (unknown !== undefined)
    throw new Problem("not_found", `Check the ids: there is no ledger entry ${unknown}.`);
  const { leftOut, leftOutCount } = divide(candidates);
  if (leftOutCount > 0) throw new Problem("state_conflict", refusalSentence(leftOut, leftOutCount));
  return { candidates, leftOut: [], leftOutCount: 0, hasMore: false, examinedTo: null };
}

const NAMED = 5;

function refusalSentence(leftOut: readonly LeftOut[], count: number): string {
  const named = leftOut.slice(0, NAMED).map(({ entryId, why }) => `entry ${entryId}, because ${why}`);
  const others = count > NAMED ? `; and ${count - NAMED} more` : "";
  return `Leave out what cannot be reversed: ${named.join("; ")}${others}.`;
}

/**
 * The newest matching entries that can be reversed, read window by window between other work.
 * @param newest the highest id to consider
 */
export async function selectByFilter(sql: Sql, filters: DeskFilters, newest: number): Promise<Selection> {
  const all: Selection = { candidates: [], leftOut: [], leftOutCount: 0, hasMore: false, examinedTo: null };
  for (let before: number | null = newest + 1; before !== null; await breathe()) {
    const { candidates, leftOut, leftOutCount, examinedTo } = selectNewest(sql, filters, before - 1);
    all.candidates.push(...candidates);
    all.leftOut.push(...leftOut.slice(0, MOST_LISTED - all.leftOut.length));
    all.leftOutCount += leftOutCount;
    if (all.candidates.length > MOST_ENTRIES)
      return { ...all, candidates: all.candidates.slice(0, MOST_ENTRIES), hasMore: true };
    before = examinedTo;
  }
  return all;
}

/** Tells selections apart: the hash of their entries' ids. */
export function digestCandidates({ candidates }: Selection): string {
  return sha256Hex(candidates.map(({ id }) => id).join());
}

/** The first part of that: a bounded number of entries is examined. */
export function selectNewest(sql: Sql, filters: DeskFilters, newest: number): Selection {
  const { rows, resumeAfter } = listMatching(sql, filters, { before: newest + 1, limit: EXAMINED_AT_ONCE });
  const ids = rows.map(({ id }) => id);
  const examinedTo = rows.length === EXAMINED_AT_ONCE ? (ids.at(-1) ?? null) : resumeAfter;
  return { ...divide(listCandidates(sql, ids)), hasMore: false, examinedTo };
}

function divide(rows: readonly CandidateRow[]): Omit<Selection, "hasMore" | "examinedTo"> {
  const candidates: CandidateRow[] = [];
  const leftOut: LeftOut[] = [];
  let leftOutCount = 0;
  for (const row of rows) {
    const why = describeRefusal(row);
    if (why === null) candidates.push(row);
    else if (++leftOutCount <= MOST_LISTED) leftOut.push({ entryId: row.id, why, heldBy: row.held_by });
  }
  return { candidates, leftOut, leftOutCount };
}
