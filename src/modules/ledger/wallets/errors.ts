import { defineErrors } from "../../../http/answers/catalog.ts";
import { USER_RECOVERY } from "../users/index.ts";

const RECOVERY = { user: "/api/partner/users/{user_id}", ...USER_RECOVERY };

/** Codes of wallet lookups and changes. */
export const WALLET_ERRORS = defineErrors({
  wallet_not_found: {
    http_status: 404,
    category: "not_found",
    retry_class: "fail_fast",
    title: "No such wallet link",
    retry_behavior: "List the user's wallets.",
    recovery: RECOVERY,
  },
  wallet_taken: {
    http_status: 409,
    category: "state",
    retry_class: "fail_fast",
    title: "The address is linked to another user",
    retry_behavior: "Link it with a proof of ownership, or unlink it there first.",
    recovery: RECOVERY,
  },
});
