import { type Operation, operator, seeOther, writeOperation } from "../../../http/operation.ts";
import { confirmedForm } from "../../platform/admin-page/index.ts";
import { describeEndOfOldSecret } from "./effects.tsx";
import { EndedSecret, endOldSecret } from "./end-old-secret.ts";
import { parseKeyMode } from "./find-key.ts";
import { changeKeyIn, KEY, KeyPath, type KeysParts, readKey, readUsedKey, requireRow } from "./key-routes.ts";
import { findKeyRow } from "./store.ts";

/** Ends the secret before the last rotation: as JSON, and at a button whose page states the effect. */
export function oldSecretRoutes(parts: KeysParts): Operation[] {
  const { site, chooseFile } = parts;
  const onKey = changeKeyIn(chooseFile);
  return [
    writeOperation({
      id: "endOldSecret",
      method: "POST",
      path: "/admin/ops/keys/{key_id}/end-old-secret",
      group: "ops",
      summary: "End a key's old secret at once",
      outcome: "The old secret was ended: it signs no request any more.",
      description:
        "After a rotation the old secret stays valid for up to 24 h; this ends it now, for a secret that leaked. The current secret stays valid. Links to the partner's own pages that the key made end, with the sessions that they opened. Kept in the audit trail. 409 state_conflict if the key has no old secret.",
      access: operator("owner"),
      params: KeyPath,
      response: EndedSecret,
      errors: ["not_found", "state_conflict"],
      // A sandbox key is in another file than the first answer, and needs a commit of its own.
      prepare: ({ actor, params }) =>
        parseKeyMode(params.key_id) === "live"
          ? null
          : onKey(params.key_id, (tx, row) => endOldSecret(tx, actor, row)),
      write: (tx, { actor, params: { key_id } }, ended) =>
        ended ?? endOldSecret(tx, actor, requireRow(findKeyRow(tx, key_id), key_id)),
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
