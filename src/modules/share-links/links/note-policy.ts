import type { Tx } from "../../../db/sql.ts";
import type { Actor } from "../../../http/operation.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { canonicalJson } from "../../../kit/formats/canonical-json.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { readSetting, writeSetting } from "../../platform/state/index.ts";
import type { Policy } from "./policy.ts";

const SETTING = "audio_share_policy";

/** Records in the audit trail that the policy differs from that of the last start. */
export function notePolicy(tx: Tx, actor: Actor, policy: Policy): void {
  const stamp = `${policy.revision} ${sha256Hex(canonicalJson(policy))}`;
  const before = readSetting(tx, SETTING);
  if (before === stamp) return;
  writeSetting(tx, SETTING, stamp);
  recordAudit(tx, actor, {
    action: "audio_share_policy.change",
    subject: "audio_share_policy",
    details: { before: before?.split(" ")[0] ?? null, after: policy.revision },
  });
}
