import { type Static, Type } from "@sinclair/typebox";
import { Id, Nullable, OneOf, Timestamp, Words } from "../../../../http/schema/shapes.ts";
import { isoUtc, isoUtcOrNull } from "../../../../kit/clock.ts";
import type { SessionRow } from "./store.ts";

export const SessionPath = Type.Object({
  session_id: Id({ description: "Id of the session, as the list of sessions shows it." }),
});
export const SessionQuery = Type.Object({
  operator: Type.Optional(
    Words(40, { description: "Owners only: another operator's sessions; your own by default." }),
  ),
});

const Session = Type.Object({
  session_id: Type.Integer({ description: "Id of the browser's session." }),
  method: OneOf(["password", "passkey", "link"], { description: "How the operator signed in." }),
  address: Type.String({ description: "Address from which the operator signed in." }),
  user_agent: Type.String({ description: "User-Agent of the browser; empty without one." }),
  created_at: Timestamp({ description: "Time of the sign-in." }),
  expires_at: Timestamp({ description: "From when on it is refused." }),
  last_used_at: Nullable(
    Timestamp({ description: "Its last request, to the minute; null before the first minute is over." }),
  ),
  current: Type.Boolean({ description: "Whether this request belongs to the session." }),
});

export const SessionList = Type.Object({
  operator: Type.String({ description: "Whose sessions they are." }),
  sessions: Type.Array(Session, { description: "Valid sessions, newest first." }),
});

export const EndedSession = Type.Object({
  session_id: Type.Integer({ description: "Id of the session that ended." }),
  ended: Type.Literal(true, { description: "The browser is signed out." }),
});

/** @param tokenHash hash of the requesting session's token; null with a bearer token */
export function viewSession(row: SessionRow, tokenHash: string | null): Static<typeof Session> {
  return {
    session_id: row.id,
    method: row.method,
    address: row.address,
    user_agent: row.user_agent,
    created_at: isoUtc(row.created_at),
    expires_at: isoUtc(row.expires_at),
    last_used_at: isoUtcOrNull(row.last_used_at),
    current: row.token_hash === tokenHash,
  };
}
