import type { Tx } from "../../../db/sql.ts";
import { emitEvent } from "../../webhooks/events/index.ts";
import { userColumns } from "../user-columns/index.ts";
import { indexUser } from "../user-search/index.ts";
import { type ChangeableFields, findPrimaryWallet, type UserRow, updateUserFields } from "./store.ts";
import { userEventData } from "./view.ts";

const FIELDS = userColumns("change");

/** Changes the given fields; null clears one. Without an actual change it writes nothing and emits no event. */
export function updateUser(
  tx: Tx,
  { partnerId, user }: { partnerId: number; user: UserRow },
  change: Partial<ChangeableFields>,
): UserRow {
  const { username, display_name, email, status, metadata } = { ...user, ...change };
  const fields: ChangeableFields = { username, display_name, email, status, metadata };
  const changed = FIELDS.filter((name) => fields[name] !== user[name]);
  if (changed.length === 0) return user;
  const updated = updateUserFields(tx, user.id, fields);
  indexUser(tx, partnerId, user.id);
  emitEvent(tx, {
    partnerId,
    type: "users.updated",
    data: {
      ...userEventData(updated, findPrimaryWallet(tx, user.id)),
      changed_fields: changed,
    },
  });
  return updated;
}
