import { Type } from "@sinclair/typebox";
import { defineErrors } from "../../../http/answers/catalog.ts";
import { Nullable } from "../../../http/schema/shapes.ts";

const LINKS_PATH = "/api/public/audio-share-links";
const POLICY = { policy: `${LINKS_PATH}/policy.json` };
const LINKS = { links: LINKS_PATH, guidance: `${LINKS_PATH}/guidance.json` };

const rule = Type.String({
  description: "Name of the rule that refused the destination.",
  examples: ["not_in_allowlist"],
});
const denied_host = Nullable(Type.String(), {
  description: "Host of the refused destination; null if none was read.",
  examples: ["elsewhere.example"],
});

/** Codes of share links. */
export const LINK_ERRORS = defineErrors({
  destination_host_denied: {
    http_status: 400,
    category: "policy",
    retry_class: "fail_fast",
    title: "The destination's host is not allowed",
    retry_behavior: "Share an address that policy.json allows; rule names the broken rule.",
    members: { denied_host, rule },
    recovery: POLICY,
  },
  destination_invalid: {
    http_status: 400,
    category: "policy",
    retry_class: "fail_fast",
    title: "The destination is not an address that can be shared",
    retry_behavior: "Give a path of the site or a whole https address; rule names the broken rule.",
    members: { denied_host, rule },
    recovery: POLICY,
  },
  short_code_malformed: {
    http_status: 400,
    category: "validation",
    retry_class: "fail_fast",
    title: "The code is mistyped",
    retry_behavior: "Compare it with the link: its check character does not match, so it was not looked up.",
    recovery: LINKS,
  },
  short_not_found: {
    http_status: 404,
    category: "not_found",
    retry_class: "fail_fast",
    title: "No such short link",
    retry_behavior: "Check the whole code; a signed one continues after the first dot.",
    recovery: LINKS,
  },
  client_event_conflict: {
    http_status: 409,
    category: "idempotency",
    retry_class: "fail_fast",
    title: "The client_event_id belongs to another event",
    retry_behavior: "Give each event its own id; a retry repeats the event unchanged.",
    recovery: LINKS,
  },
  short_expired: {
    http_status: 410,
    category: "state",
    retry_class: "fail_fast",
    title: "The short link has expired",
    retry_behavior: "Ask the sender for a new one.",
    recovery: LINKS,
  },
  short_revoked: {
    http_status: 410,
    category: "state",
    retry_class: "fail_fast",
    title: "The short link was revoked",
    retry_behavior: "It is permanently disabled; ask the sender.",
    recovery: LINKS,
  },
  policy_blocked: {
    http_status: 410,
    category: "state",
    retry_class: "fail_fast",
    title: "The destination is no longer allowed",
    retry_behavior: "Compare the destination with policy.json, which the operators maintain.",
    members: { denied_host, rule },
    recovery: POLICY,
  },
});
