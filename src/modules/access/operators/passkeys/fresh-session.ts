import type { Sql } from "../../../../db/sql.ts";
import { Problem } from "../../../../http/answers/problem.ts";
import type { OperatorActor } from "../../../../http/operation.ts";
import { MINUTE_MS } from "../../../../kit/clock.ts";
import { findSession } from "../sessions/store.ts";

const FRESH_MS = 15 * MINUTE_MS;

/** Whether the session began so recently that its browser is still the operator's. */
export function isFresh(sql: Sql, { session }: OperatorActor, now: number): boolean {
  const row = session === null ? null : findSession(sql, session.tokenHash);
  return row !== null && now - row.created_at < FRESH_MS;
}

/** Refuses to change how the operator signs in, so that a session left open does not become another's account. */
export function requireFresh(sql: Sql, actor: OperatorActor, now: number): void {
  if (isFresh(sql, actor, now)) return;
  throw new Problem(
    "forbidden",
    "Sign out, sign in again, and repeat this: it needs a sign-in within the last 15 minutes.",
    { reason: "session_required" },
  );
}
