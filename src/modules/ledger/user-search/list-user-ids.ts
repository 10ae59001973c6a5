import type { Sql } from "../../../db/sql.ts";
import type { Continuation } from "../../../kit/cursor.ts";
import {
  type Criteria,
  foldCase,
  meets,
  notePrefix,
  parseTerm,
  quotePhrase,
  statusPrefix,
  type Term,
  textPrefix,
  walletPrefix,
} from "./rules.ts";
import {
  allUsers,
  listMatching,
  listSearched,
  type Source,
  usersMatching,
  usersWithName,
  usersWithPrefix,
  usersWithWallet,
} from "./store.ts";

interface UserSearch {
  criteria: Criteria;
  page: IdPage;
}

export interface IdPage {
  /** Exclusive. */
  after: number;
  limit: number;
  offset: number;
}

export interface FoundIds {
  ids: number[];
  /** Set if the search stopped early: more users may match there. */
  cutOff: Continuation | null;
}

const FIRST_BATCH = 64;
const MAX_BATCH = 512;
/** Users examined per page, some ten milliseconds; a longer page ends early, and its cursor continues. */
const MAX_LOOKED_AT = 2_000;

/**
 * The partner's matching users, by ascending id. A single condition is answered from its index, except an e-mail
 * address, which is looked up case-insensitively. With several conditions, the rarest one's index is walked and its
 * users are checked for the others; if few match, the page ends early rather than hold up the server.
 */
export function listUserIds(sql: Sql, partnerId: number, { criteria, page }: UserSearch): FoundIds {
  const term = criteria.q === null ? null : parseTerm(criteria.q);
  const sources = sourcesOf(sql, partnerId, { criteria, term });
  const [only] = sources;
  const isSingle = Object.values(criteria).flatMap((wanted) => wanted ?? []).length === 1;
  if (only !== undefined && isSingle && criteria.email === null)
    return { ids: only(page.after, page.limit, page.offset), cutOff: null };
  const { source, batch: firstBatch } = rarest(sources, page.after);
  let batch = firstBatch;
  let size = FIRST_BATCH;
  const ids: number[] = [];
  let skipped = 0;
  let lookedAt = 0;
  for (;;) {
    for (const user of listSearched(sql, partnerId, batch)) {
      if (!meets(user, criteria, term)) continue;
      if (skipped < page.offset) skipped++;
      else if (ids.push(user.id) === page.limit) return { ids, cutOff: null };
    }
    const last = batch.at(-1);
    if (last === undefined || batch.length < size) return { ids, cutOff: null };
    lookedAt += batch.length;
    if (lookedAt >= MAX_LOOKED_AT) return { ids, cutOff: { after: last, offset: page.offset - skipped } };
    size = Math.min(size * 2, MAX_BATCH);
    batch = source(last, size, 0);
  }
}

/** Users of all partners whose name, external id, e-mail or wallet address contains a text of three characters or more. */
export function listUserIdsEverywhere(sql: Sql, text: string, limit: number): number[] {
  const phrases = { inFields: quotePhrase(foldCase(text)), inWallets: quotePhrase(text) };
  return listMatching(sql, phrases, limit);
}

/** The source whose next ids are farthest apart, with these ids. */
function rarest(sources: readonly Source[], after: number): { source: Source; batch: number[] } {
  const probes = sources.map((source) => ({ source, batch: source(after, FIRST_BATCH, 0) }));
  const reach = ({ batch }: { batch: number[] }) =>
    batch.length < FIRST_BATCH ? Number.POSITIVE_INFINITY : (batch.at(-1) ?? 0);
  return probes.reduce((best, each) => (reach(each) > reach(best) ? each : best));
}

function sourcesOf(
  sql: Sql,
  partnerId: number,
  { criteria, term }: { criteria: Criteria; term: Term | null },
): Source[] {
  const { status, username, email, wallet, metadata } = criteria;
  const sources = metadata.map((note) => usersWithPrefix(sql, partnerId, [notePrefix(note)]));
  if (wallet !== null) sources.push(usersWithWallet(sql, partnerId, wallet));
  if (email !== null) sources.push(usersFound(sql, partnerId, parseTerm(email)));
  if (username !== null) sources.push(usersWithName(sql, partnerId, username));
  if (term !== null) sources.push(usersFound(sql, partnerId, term));
  if (status !== null) sources.push(usersWithPrefix(sql, partnerId, [statusPrefix(status)]));
  return sources.length > 0 ? sources : [allUsers(sql, partnerId)];
}

function usersFound(sql: Sql, partnerId: number, { isShort, text, wallet }: Term): Source {
  if (!isShort) {
    const inWallets = wallet === null ? null : quotePhrase(wallet);
    return usersMatching(sql, partnerId, { inFields: quotePhrase(text), inWallets });
  }
  const prefixes = [textPrefix(text)];
  if (wallet !== null) prefixes.push(walletPrefix(wallet));
  return usersWithPrefix(sql, partnerId, prefixes);
}
