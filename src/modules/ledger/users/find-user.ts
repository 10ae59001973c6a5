import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { USER_ERRORS } from "./errors.ts";
import {
  findBalanceByExternalId,
  findBalanceById,
  findUserByExternalId,
  findUserById,
  isSuspect,
  type UserBalance,
  type UserRow,
} from "./store.ts";

/** A user's reference in requests: 42, "42" or "ext:<external_id>". */
export type UserReference = string | number;

function findUserEvenDeleted(sql: Sql, partnerId: number, reference: UserReference): UserRow | null {
  const name = String(reference);
  return name.startsWith("ext:")
    ? findUserByExternalId(sql, partnerId, name.slice("ext:".length))
    : findUserById(sql, partnerId, Number(name));
}

/** The partner's user, including deleted ones: the ledger keeps their entries. @throws Problem user_not_found */
export function requireUserEvenDeleted(sql: Sql, partnerId: number, reference: UserReference): UserRow {
  const user = findUserEvenDeleted(sql, partnerId, reference);
  if (user === null) throw userNotFound();
  return user;
}

/** The partner's user; null for missing, deleted and other partners' users. */
export function findUser(sql: Sql, partnerId: number, reference: UserReference): UserRow | null {
  const user = findUserEvenDeleted(sql, partnerId, reference);
  return user === null || user.deleted_at !== null ? null : user;
}

/** The same for the partner itself, in its words. @throws Problem user_not_found */
export function requireUser(sql: Sql, partnerId: number, reference: UserReference): UserRow {
  const user = findUser(sql, partnerId, reference);
  if (user === null) throw userNotFound();
  return user;
}

/**
 * Id and balance of the partner's user: reading a balance is the most frequent request, and ten columns would take
 * twice as long. @throws Problem user_not_found; db_unavailable if the balance contradicts the entries
 */
export function requireBalance(sql: Sql, partnerId: number, reference: UserReference): UserBalance {
  const name = String(reference);
  const user = name.startsWith("ext:")
    ? findBalanceByExternalId(sql, partnerId, name.slice("ext:".length))
    : findBalanceById(sql, partnerId, Number(name));
  if (user === null) throw userNotFound();
  if (user.is_suspect === 1) throw unprovedBalance();
  return user;
}

/** @throws Problem db_unavailable if the balance contradicts the user's entries */
export function requireProvedBalance(sql: Sql, { id }: Pick<UserRow, "id">): void {
  if (isSuspect(sql, id)) throw unprovedBalance();
}

function unprovedBalance(): Problem {
  return new Problem(
    "db_unavailable",
    "Ask the operators: this balance contradicts the user's entries and is not shown until they have corrected it.",
  );
}

/** Missing and foreign users give the same 404. */
export function userNotFound(): Problem {
  return new Problem(USER_ERRORS.user_not_found, "Check user_id: you have no user with this id.");
}

/** @throws Problem state_conflict for a suspended user, from whom nothing may be debited. */
export function requireActive(user: UserRow): void {
  if (user.status === "active") return;
  throw new Problem("state_conflict", "Set the user's status to active first: this user is suspended.");
}
