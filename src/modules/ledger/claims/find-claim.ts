import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { refuseInSafeMode } from "../../../http/safe-mode.ts";
import { readSafeMode } from "../../platform/state/index.ts";
import { readCode } from "./codes/code.ts";
import type { CodeVault } from "./codes/code-vault.ts";
import { CLAIM_ERRORS } from "./errors.ts";
import { stateAt } from "./rules.ts";
import { type ClaimRow, findClaim, findClaimByHash } from "./store.ts";

/** @throws Error if the claim does not exist. */
export function requireRow(sql: Sql, id: number): ClaimRow {
  const row = findClaim(sql, id);
  if (row === null) throw new Error(`claim ${id} does not exist`);
  return row;
}

/** The claim with a typed code, of any partner; null if there is none. */
export function findByCode(
  sql: Sql,
  codes: CodeVault,
  typed: string,
): { row: ClaimRow; code: string } | null {
  const code = readCode(typed);
  const hash = code === null ? null : codes.findHash(sql, code);
  const row = hash === null ? null : findClaimByHash(sql, hash);
  return row === null || code === null ? null : { row, code };
}

/**
 * The partner's claim with this code. Missing and other partners' claims give the same 404. @throws Problem
 * claim_not_found
 */
export function requireOwnClaim(
  sql: Sql,
  codes: CodeVault,
  { partnerId, typed }: { partnerId: number; typed: string },
): { row: ClaimRow; code: string } {
  const found = findByCode(sql, codes, typed);
  if (found !== null && found.row.partner_id === partnerId) return found;
  throw new Problem(CLAIM_ERRORS.claim_not_found, "Check claim_code: you have no claim with this code.");
}

/**
 * An open claim that operators may still change. Refused in safe mode, because a claim restored from a backup may
 * have been paid since (contract section 12).
 * @throws Problem safe_mode, not_found, state_conflict
 */
export function requireOpen(sql: Sql, id: number, now: number): ClaimRow {
  refuseInSafeMode(readSafeMode(sql)?.reason ?? null);
  const row = findClaim(sql, id);
  if (row === null) throw new Problem("not_found", `Check the id: there is no claim ${id}.`);
  const state = stateAt(row, now);
  if (state === "issued" || state === "claimed") return row;
  throw new Problem(
    "state_conflict",
    `Leave claim ${id} as it is: it is ${state}, and only an issued or claimed one can be changed.`,
  );
}
