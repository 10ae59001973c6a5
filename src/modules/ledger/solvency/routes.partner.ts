import type { Database } from "../../../db/database.ts";
import { type Operation, partner, readOperation } from "../../../http/operation.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { requireUser, USER_ERRORS, UserPath } from "../users/index.ts";
import { Inclusion } from "./model.ts";
import { readInclusion, readPractisedInclusion } from "./read-inclusion.ts";
import { inclusionSalts } from "./salts.ts";

/** @param live live.db, whose count is published; other files are sandboxes */
export function inclusionRoutes(live: Database, keyring: Keyring): Operation[] {
  const salts = inclusionSalts(keyring);
  return [
    readOperation({
      id: "getUserInclusion",
      method: "GET",
      path: "/api/partner/users/{user_id}/inclusion",
      group: "users",
      summary: "Prove that a user's balance is counted in the published liabilities",
      outcome: "The path from the user's balance to the published root.",
      description:
        "A path in a Merkle sum tree from the user's balance to the root in /api/public/solvency.json, which is in the signed log. It shows no other user's balance. Verify it with verifyCountedBalance of /log/verifier.js, or with `salute verify inclusion`.",
      access: partner("read"),
      params: UserPath,
      response: Inclusion,
      errors: [USER_ERRORS.user_not_found, "state_conflict"],
      read: ({ db, actor, params, now }) => {
        const { id } = requireUser(db.read, actor.partnerId, params.user_id);
        return db.read === live.read
          ? readInclusion(db.read, salts, id)
          : readPractisedInclusion(db.read, id, now);
      },
    }),
  ];
}
