import type { Tx } from "../../db/sql.ts";
import { Problem } from "../../http/problem.ts";
import { emitEvent } from "../events/index.ts";
import { findUserByExternalId, insertUser, type UserFields, type UserRow } from "./store.ts";

/** Makes a user of a partner. @throws Problem external_id_taken */
export function createUser(tx: Tx, partnerId: number, fields: UserFields): UserRow {
  if (findUserByExternalId(tx, partnerId, fields.external_id) !== null) {
    throw new Problem(
      "external_id_taken",
      `Use another external_id, or read ext:${fields.external_id}: a user of yours has it.`,
    );
  }
  const user = insertUser(tx, partnerId, fields);
  emitEvent(tx, partnerId, "users.created", {
    user_id: String(user.id),
    external_id: user.external_id,
    username: user.username,
    display_name: user.display_name,
    status: user.status,
    is_verified: false,
  });
  return user;
}
