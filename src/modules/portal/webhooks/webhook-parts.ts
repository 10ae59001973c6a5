import type { Database } from "../../../db/database.ts";
import type { MemberActor } from "../../../http/operation.ts";
import type { Audience } from "../../platform/admin-page/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import type { TargetPolicy } from "../../webhooks/webhooks/index.ts";

export interface WebhookParts {
  members: Audience<MemberActor>;
  live: Database;
  keyring: Keyring;
  /** The targets that this installation allows. */
  targets: TargetPolicy;
}
