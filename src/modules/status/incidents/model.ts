import { type Static, Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { INCIDENT_STATES } from "./rules.ts";
import type { UpdateRow } from "./store.ts";

/** Public form of an update to an operator-declared incident. */
export const IncidentUpdate = Type.Object({
  id: Type.Integer(),
  at: Timestamp(),
  edit: OneOf(["opened", "updated", "resolved", "withdrawn"]),
  state: OneOf(INCIDENT_STATES),
  message: Nullable(Type.String({ description: "Null if the update has no text, or it was withdrawn." })),
  withdrawn: Type.Boolean(),
  salt: Nullable(
    Type.String({
      description:
        "Hex. The log holds the SHA-256 of the salt's bytes followed by the text. Deleted together with a withdrawn text.",
    }),
  ),
  message_sha256: Nullable(Type.String()),
  log: Nullable(Type.Object({ index: Type.Integer(), url: Type.String() })),
});

export function updateView(row: UpdateRow): Static<typeof IncidentUpdate> {
  const { log_index: index, log_url: url } = row;
  return {
    id: row.id,
    at: isoUtc(row.at),
    edit: row.edit,
    state: row.state,
    message: row.message,
    withdrawn: row.withdrawn_at !== null,
    salt: row.salt,
    message_sha256: row.message_sha256,
    log: index === null || url === null ? null : { index, url },
  };
}
