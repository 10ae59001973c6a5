/** @jsxImportSource preact */

import { type Operation, operator, readOperation, seeOther } from "../../../http/operation.ts";
import { refuseInSafeMode } from "../../../http/safe-mode.ts";
import { adminForm, adminPage } from "../../platform/admin-page/index.ts";
import { EndedSecret, endOldSecret, oldSecretValidUntil } from "./end-old-secret.ts";
import { keyModeOf } from "./find-key.ts";
import { changeKeyIn, KEY, KeyPath, type KeysParts, requireRow } from "./key-routes.ts";
import { EndOldSecret } from "./old-secret-page.tsx";
import { findKeyRow } from "./store.ts";

/** Ends the secret before the last rotation: as JSON, and at a button whose page states the effect. */
export function oldSecretRoutes({ site, fileOf, safeModeReason }: KeysParts): Operation[] {
  const onKey = changeKeyIn(fileOf);
  const page = { path: `${KEY}/end-old-secret`, role: "owner", params: KeyPath } as const;
  return [
    readOperation({
      id: "endOldSecret",
      method: "POST",
      path: "/admin/ops/keys/{key_id}/end-old-secret",
      group: "ops",
      summary: "End a key's old secret at once",
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
    adminPage(site, {
      ...page,
      id: "endOldSecretPage",
      summary: "Effect of ending a key's old secret, before confirming it",
      title: "End old secret",
      errors: ["not_found"],
      content: ({ reader, params: { key_id }, now }) => {
        const row = requireRow(findKeyRow(fileOf(keyModeOf(key_id)).read, key_id), key_id);
        return <EndOldSecret {...{ reader, keyId: key_id, until: oldSecretValidUntil(row, now), now }} />;
      },
    }),
    adminForm(site, {
      ...page,
      id: "endOldSecretForm",
      summary: "End a key's old secret at once",
      errors: ["not_found", "state_conflict"],
      done: "The old secret has ended.",
      submit: async ({ actor, params }) => {
        await onKey(params.key_id, (tx, row) => endOldSecret(tx, actor, row));
        return seeOther(`/admin/keys/${params.key_id}`);
      },
    }),
  ];
}
