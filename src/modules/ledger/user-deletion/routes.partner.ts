import type { Tx } from "../../../db/sql.ts";
import { type Operation, partner, writeOperation } from "../../../http/operation.ts";
import { DeletedUser, requireUser, USER_ERRORS, UserPath } from "../users/index.ts";
import { deleteUser } from "./delete-user.ts";

/** @param forgetUser erases what modules store of the user's person */
export const userDeletionRoutes = (forgetUser: (tx: Tx, userId: number) => void): Operation[] => [
  writeOperation({
    id: "deleteUser",
    method: "DELETE",
    path: "/api/partner/users/{user_id}",
    group: "users",
    summary: "Delete a user",
    outcome: "The user was deleted, and the personal data erased.",
    description:
      "Personal fields and wallets are erased, ledger entries stay, the external_id is free again. Refused while the user has a balance, a pending conversion or an open donation claim.",
    access: partner("users"),
    params: UserPath,
    response: DeletedUser,
    errors: [USER_ERRORS.user_not_found, "state_conflict"],
    write: (tx, { actor, params }) => {
      const user = requireUser(tx, actor.partnerId, params.user_id);
      deleteUser(tx, actor.partnerId, user);
      forgetUser(tx, user.id);
      return { deleted: true, user_id: user.id };
    },
  }),
];
