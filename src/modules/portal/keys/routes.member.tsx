/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { type MemberActor, type Operation, seeOther } from "../../../http/operation.ts";
import {
  describeEndOfOldSecret,
  describeRotation,
  endOldSecret,
  type KeyRow,
  rotateKey,
  USE_DAYS,
  type UsedKey,
} from "../../access/keys/index.ts";
import { readKeyUse, readLastUse } from "../../access/usage/index.ts";
import { confirmedSessionForm, sessionPage, sessionResponse } from "../../platform/admin-page/index.ts";
import { fileOfKey, listOwnKeys, mayManageKey, requireManageable, requireOwnKey } from "../own-keys.ts";
import { ShownOnce } from "../shown-once.tsx";
import type { KeyParts } from "./key-parts.ts";
import { Key, Keys, PATH } from "./keys-page.tsx";
import { createRoutes } from "./routes.create.tsx";

const ONE = `${PATH}/{key_id}`;
const KeyPath = Type.Object({ key_id: Type.String({ description: "The key's id." }) });

export function keyRoutes(parts: KeyParts): Operation[] {
  return [...listRoutes(parts), ...createRoutes(parts), ...secretRoutes(parts)];
}

function withUse({ files, usage }: KeyParts, row: KeyRow) {
  return { row, lastUseAt: readLastUse(fileOfKey(files, row.key_id).read, usage, row.key_id) };
}

function listRoutes(parts: KeyParts): Operation[] {
  const { members, files } = parts;
  return [
    sessionPage(members("keys"), {
      id: "portalKeysPage",
      path: PATH,
      summary: "A partner's keys with their last use",
      title: "Keys",
      content: ({ actor, now }) => (
        <Keys
          keys={listOwnKeys(files, actor.partner).map((row) => withUse(parts, row))}
          mayCreate={actor.role !== "viewer"}
          now={now}
        />
      ),
    }),
    sessionPage(members("secrets"), {
      id: "portalKeyPage",
      path: ONE,
      summary: "One key with its limits and secrets",
      title: ({ params }) => `Key ${params.key_id}`,
      params: KeyPath,
      errors: ["not_found"],
      content: ({ actor, params: { key_id }, now }) => {
        const row = requireOwnKey(fileOfKey(files, key_id).read, actor, key_id);
        return <Key {...withUse(parts, row)} mayManage={mayManageKey(parts, actor, row)} now={now} />;
      },
    }),
  ];
}

function secretRoutes(parts: KeyParts): Operation[] {
  const { members, files, keyring, usage } = parts;
  const managers = members("secrets");
  const change = { role: "operator", params: KeyPath, back: ONE } as const;
  const used = (actor: MemberActor, keyId: string, now: number): UsedKey => {
    const { read } = fileOfKey(files, keyId);
    const row = requireOwnKey(read, actor, keyId);
    requireManageable(parts, actor, row);
    return { row, use: readKeyUse(read, usage, { keyId, days: USE_DAYS, now }), now };
  };
  const onKey = <Value,>(actor: MemberActor, keyId: string, work: (tx: Tx, row: KeyRow) => Value) =>
    fileOfKey(files, keyId).writer.run((tx) => {
      const row = requireOwnKey(tx, actor, keyId);
      requireManageable(parts, actor, row);
      return work(tx, row);
    });
  return [
    ...confirmedSessionForm(managers, {
      ...change,
      id: "portalRotateKey",
      path: `${ONE}/rotate`,
      title: "Rotate secret",
      summary: "Rotate a key's secret; the new one is shown once, the old one stays valid for 24 h at most",
      status: 200,
      errors: ["not_found"],
      done: null,
      effect: ({ actor, params, now }) => describeRotation(used(actor, params.key_id, now)),
      submit: async ({ actor, params: { key_id: keyId } }) => {
        const { secret } = await onKey(actor, keyId, (tx) => rotateKey(tx, actor, { keyring, keyId }));
        return sessionResponse(managers, actor, {
          path: PATH,
          title: "New secret",
          content: <ShownOnce of={["Key", keyId]} secret={secret} to={`${PATH}/${keyId}`} />,
        });
      },
    }),
    ...confirmedSessionForm(managers, {
      ...change,
      id: "portalEndOldSecret",
      path: `${ONE}/end-old-secret`,
      title: "End old secret",
      summary: "End a key's old secret at once",
      errors: ["not_found", "state_conflict"],
      done: "The old secret has ended.",
      effect: ({ actor, params, now }) => describeEndOfOldSecret(used(actor, params.key_id, now)),
      submit: async ({ actor, params: { key_id } }) => {
        await onKey(actor, key_id, (tx, row) => endOldSecret(tx, actor, row));
        if (actor.keyId !== key_id) return seeOther(`${PATH}/${key_id}`);
        return sessionResponse(managers, actor, {
          path: PATH,
          title: "Old secret ended",
          content: (
            <p>
              The old secret has ended, and this session of the key with it: open these pages with a new link.
            </p>
          ),
        });
      },
    }),
  ];
}
