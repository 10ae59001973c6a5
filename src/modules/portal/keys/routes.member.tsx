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
import { readKeyUse, readLastUse, type UsageRecorder } from "../../access/usage/index.ts";
import {
  type Audience,
  confirmedSessionForm,
  sessionPage,
  sessionResponse,
} from "../../platform/admin-page/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import {
  fileOfKey,
  listOwnKeys,
  mayManageKey,
  type OwnFiles,
  requireManageable,
  requireOwnKey,
} from "../own-keys.ts";
import { ShownOnce } from "../shown-once.tsx";
import { Key, Keys, PATH } from "./keys-page.tsx";

interface KeyParts {
  members: Audience<MemberActor>;
  files: OwnFiles;
  keyring: Keyring;
  usage: UsageRecorder;
}

const ONE = `${PATH}/{key_id}`;
const KeyPath = Type.Object({ key_id: Type.String({ description: "The key's id." }) });

export function keyRoutes(parts: KeyParts): Operation[] {
  return [...readingRoutes(parts), ...secretRoutes(parts)];
}

function readingRoutes({ members, files, usage }: KeyParts): Operation[] {
  const withUse = (row: KeyRow) => ({
    row,
    lastUseAt: readLastUse(fileOfKey(files, row.key_id).read, usage, row.key_id),
  });
  return [
    sessionPage(members, {
      id: "portalKeysPage",
      path: PATH,
      summary: "A partner's keys with their last use",
      title: "Keys",
      content: ({ actor, now }) => <Keys keys={listOwnKeys(files, actor.partner).map(withUse)} now={now} />,
    }),
    sessionPage(members, {
      id: "portalKeyPage",
      path: ONE,
      summary: "One key with its limits and secrets",
      title: ({ params }) => `Key ${params.key_id}`,
      params: KeyPath,
      errors: ["not_found"],
      content: ({ actor, params: { key_id }, now }) => {
        const row = requireOwnKey(fileOfKey(files, key_id).read, actor, key_id);
        return <Key {...withUse(row)} mayManage={mayManageKey(files, actor, row)} now={now} />;
      },
    }),
  ];
}

function secretRoutes({ members, files, keyring, usage }: KeyParts): Operation[] {
  const change = { role: "operator", params: KeyPath, back: ONE } as const;
  const used = (actor: MemberActor, keyId: string, now: number): UsedKey => {
    const { read } = fileOfKey(files, keyId);
    const row = requireOwnKey(read, actor, keyId);
    requireManageable(files, actor, row);
    return { row, use: readKeyUse(read, usage, { keyId, days: USE_DAYS, now }), now };
  };
  const onKey = <Value,>(actor: MemberActor, keyId: string, work: (tx: Tx, row: KeyRow) => Value) =>
    fileOfKey(files, keyId).writer.run((tx) => {
      const row = requireOwnKey(tx, actor, keyId);
      requireManageable(files, actor, row);
      return work(tx, row);
    });
  return [
    ...confirmedSessionForm(members, {
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
        return sessionResponse(members, actor, {
          path: PATH,
          title: "New secret",
          content: <ShownOnce of={["Key", keyId]} secret={secret} to={`${PATH}/${keyId}`} />,
        });
      },
    }),
    ...confirmedSessionForm(members, {
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
        return seeOther(`${PATH}/${key_id}`);
      },
    }),
  ];
}
