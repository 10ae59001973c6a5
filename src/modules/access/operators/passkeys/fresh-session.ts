import type { Sql } from "../../../../db/sql.ts";
import { Problem } from "../../../../http/answers/problem.ts";
import type { OperatorActor } from "../../../../http/operation.ts";
import { FRESH_MS } from "../../passkeys/index.ts";
import { findSession } from "../sessions/store.ts";

/** Refuses to change how the operator signs in, so that a session left open does not become another's account. */
export function requireFresh(sql: Sql, { session }: OperatorActor, now: number): void {
  const row = session === null ? null : findSession(sql, session.tokenHash);
  if (row !== null && now - row.created_at < FRESH_MS) return;
  throw new Problem(
    "forbidden",
    "Sign out, sign in again, and repeat this: it needs a sign-in within the last 15 minutes.",
    { reason: "session_required" },
  );
}
