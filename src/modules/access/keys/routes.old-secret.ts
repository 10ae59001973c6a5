import { type Operation, operator, readOperation, seeOther } from "../../../http/operation.ts";
import { refuseInSafeMode } from "../../../http/safe-mode.ts";
import { confirmedForm } from "../../platform/admin-page/index.ts";
import { describeEndOfOldSecret } from "./effects.tsx";
import { EndedSecret, endOldSecret } from "./end-old-secret.ts";
import { changeKeyIn, KEY, KeyPath, type KeysParts, readKey, readUsedKey } from "./key-routes.ts";

/** Ends the secret before the last rotation: as JSON, and at a button whose page states the effect. */
export function oldSecretRoutes(parts: KeysParts): Operation[] {
  const { site, chooseFile, safeModeReason } = parts;
  const onKey = changeKeyIn(chooseFile);
  return [
    readOperation({
      id: "endOldSecret",
      method: "POST",
      path: "/admin/ops/keys/{key_id}/end-old-secret",
      group: "ops",
      summary: "End a key's old secret at once",
      outcome: "The old secret was ended: it signs no request any more.",
      description:
        "After a rotation the old secret stays valid for up to 24 h; this ends it now, for a secret that leaked. The current secret stays valid. Kept in the audit trail. 409 state_conflict if the key has no old secret.",
      access: operator("owner"),
      params: KeyPath,
      response: EndedSecret,
      errors: ["not_found", "state_conflict", "safe_mode"],
      read: ({ actor, params }) => {
        refuseInSafeMode(safeModeReason());
        return onKey(params.key_id, (tx, row) => endOldSecret(tx, actor, row));
      },
    }),
    ...confirmedForm(site, {
      id: "endOldSecretForm",
      path: `${KEY}/end-old-secret`,
      back: KEY,
      title: "End old secret",
      summary: "End a key's old secret at once",
      role: "owner",
      params: KeyPath,
      errors: ["not_found", "state_conflict"],
      done: "The old secret has ended.",
      typed: (_, { key_id }) => ({ label: "Partner", name: readKey(parts, key_id).partner }),
      effect: ({ params, now }) => describeEndOfOldSecret(readUsedKey(parts, params.key_id, now)),
      submit: async ({ actor, params }) => {
        await onKey(params.key_id, (tx, row) => endOldSecret(tx, actor, row));
        return seeOther(`/admin/keys/${params.key_id}`);
      },
    }),
  ];
}
