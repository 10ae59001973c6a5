import type { Sql } from "../../db/sql.ts";
import { type FoundIds, type IdPage, intersect, type Source } from "./intersect.ts";
import { statusPrefix, termOf } from "./rules.ts";
import { allUsers, usersMatching, usersWith, usersWithPrefix, usersWithWallet } from "./store.ts";

/** What users are looked for by; all that is not null must hold. */
export interface Criteria {
  /** Anywhere in username, display name, external id, e-mail (any case) or a wallet (this case); under three characters at their beginnings. */
  q: string | null;
  status: string | null;
  username: string | null;
  email: string | null;
  wallet: string | null;
}

/** The partner's users that meet the criteria, by id ascending. Every condition is answered by an index. */
export function findUserIds(sql: Sql, partnerId: number, criteria: Criteria, page: IdPage): FoundIds {
  return intersect(sourcesOf(sql, partnerId, criteria), page);
}

function sourcesOf(sql: Sql, partnerId: number, criteria: Criteria): Source[] {
  const { q, status, username, email, wallet } = criteria;
  const sources: Source[] = [];
  if (wallet !== null) sources.push(usersWithWallet(sql, partnerId, wallet));
  if (email !== null) sources.push(usersWith(sql, partnerId, "email", email));
  if (username !== null) sources.push(usersWith(sql, partnerId, "username", username));
  if (q !== null) sources.push(usersFound(sql, partnerId, q));
  if (status !== null) sources.push(usersWithPrefix(sql, partnerId, [statusPrefix(status)]));
  return sources.length > 0 ? sources : [allUsers(sql, partnerId)];
}

function usersFound(sql: Sql, partnerId: number, q: string): Source {
  const term = termOf(q);
  return term.kind === "phrase"
    ? usersMatching(sql, partnerId, term.match, term.mayBeWallet)
    : usersWithPrefix(sql, partnerId, term.prefixes);
}
