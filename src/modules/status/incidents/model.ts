import { type Static, Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { INCIDENT_STATES } from "./rules.ts";
import type { UpdateRow } from "./update-store.ts";

/** Public form of an update to an operator-declared incident. */
export const IncidentUpdate = Type.Object({
  id: Type.Integer({ description: "Id of the update; later ones are higher." }),
  at: Timestamp({ description: "Time of the update." }),
  edit: OneOf(["opened", "updated", "resolved", "withdrawn"], {
    description:
      "Kind of the edit: the incident was opened, updated or resolved, or the texts of an update were withdrawn.",
  }),
  state: OneOf(INCIDENT_STATES, { description: "State of the incident from this update on." }),
  message: Nullable(
    Type.String({ description: "Text of the update; null if it has none, or it was withdrawn." }),
  ),
  withdrawn: Type.Boolean({ description: "Whether the texts of the update were withdrawn." }),
  salt: Nullable(
    Type.String({
      description:
        "Salt of the logged hash, in hex. The log holds the SHA-256 of the salt's bytes followed by the text. Deleted together with a withdrawn text.",
    }),
  ),
  message_sha256: Nullable(Type.String(), {
    description: "SHA-256 of the message in hex; null without a message.",
  }),
  log: Nullable(
    Type.Object({
      index: Type.Integer({
        description: "Index of the entry, from 0, in the signed log that was open at that time.",
      }),
      url: Type.String({ description: "Path of the logged object, whose SHA-256 the entry names." }),
    }),
    { description: "Place in the signed log; null until it is logged." },
  ),
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
