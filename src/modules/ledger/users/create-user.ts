import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { emitEvent } from "../../webhooks/events/index.ts";
import { indexUser } from "../user-search/index.ts";
import { USER_ERRORS } from "./errors.ts";
import { findUserByExternalId, insertUser, type UserFields, type UserRow } from "./store.ts";
import { userEventData } from "./view.ts";

/** Creates a user of a partner. @throws Problem external_id_taken */
export function createUser(tx: Tx, partnerId: number, fields: UserFields): UserRow {
  if (findUserByExternalId(tx, partnerId, fields.external_id) !== null) {
    throw new Problem(
      USER_ERRORS.external_id_taken,
      `Use another external_id, or read ext:${fields.external_id}: a user of yours has it.`,
    );
  }
  const user = insertUser(tx, partnerId, fields);
  indexUser(tx, partnerId, user.id);
  emitEvent(tx, { partnerId, type: "users.created", data: userEventData(user, null) });
  return user;
}
