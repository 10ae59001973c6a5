import type { Sql } from "../../../../db/sql.ts";
import { Problem } from "../../../../http/answers/problem.ts";
import { hasRole, type OperatorActor } from "../../../../http/operation.ts";
import { requireSelf } from "../passkeys/manage-passkeys.ts";
import { findOperator, type OperatorRow } from "../store.ts";

/** As `requireSubject`, for a change: a bearer token manages no other operators (contract section 12). */
export function requireManaged(sql: Sql, actor: OperatorActor, name: string | undefined): OperatorRow {
  const row = requireSubject(sql, actor, name);
  if (row.name === actor.name || actor.session !== null) return row;
  throw new Problem("forbidden", "Sign in with your password: a bearer token cannot manage operators.", {
    reason: "session_required",
  });
}

/** Oneself, or for owners the operator that they name. @throws Problem forbidden, not_found */
export function requireSubject(sql: Sql, actor: OperatorActor, name: string | undefined): OperatorRow {
  if (name === undefined || name === actor.name) return requireSelf(sql, actor);
  if (!hasRole(actor.role, "owner"))
    throw new Problem("forbidden", "Leave out operator: only owners may name another one.", {
      reason: "role",
    });
  const row = findOperator(sql, name);
  if (row === null)
    throw new Problem("not_found", `Choose an operator from the list: there is none called ${name}.`);
  return row;
}
