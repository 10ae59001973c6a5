import { defineErrors } from "../../../http/answers/catalog.ts";

/** Further links for a client whose user does not exist. */
export const USER_RECOVERY = { users: "/api/partner/users", user_lookup: "/api/partner/user-lookup" };

/** Codes of failed user lookups and changes. */
export const USER_ERRORS = defineErrors({
  user_not_found: {
    http_status: 404,
    category: "not_found",
    retry_class: "fail_fast",
    title: "No such user",
    retry_behavior: "Check user_id: a service id, or ext: and your external_id.",
    recovery: USER_RECOVERY,
  },
  external_id_taken: {
    http_status: 409,
    category: "state",
    retry_class: "fail_fast",
    title: "The external_id belongs to another user",
    retry_behavior: "Read the user by ext: and the external_id.",
    recovery: USER_RECOVERY,
  },
});
