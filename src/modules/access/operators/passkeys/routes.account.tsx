/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import {
  type Operation,
  operator,
  PAGES_GROUP,
  readOperation,
  seeOther,
} from "../../../../http/operation.ts";
import { resolveBrand } from "../../../../pages/index.ts";
import { adminForm, adminPage, confirmedForm, requireOperator } from "../../../platform/admin-page/index.ts";
import { recordAudit } from "../../../platform/audit/index.ts";
import {
  addPasskey,
  type Challenges,
  CreationOptions,
  creationOptions,
  PasskeyAnswer,
  PasskeyName,
  PasskeyPage,
  type PasskeyPlace,
  requirePasskey,
} from "../../passkeys/index.ts";
import type { OperatorsParts } from "../routes.operators.tsx";
import { requireFresh } from "./fresh-session.ts";
import { isOnlyWayIn, removePasskey, renamePasskey, requireSelf, toSubject } from "./manage-passkeys.ts";

export interface PasskeyParts extends OperatorsParts {
  challenges: Challenges;
}

const SELF = { role: "viewer", sessionOnly: true } as const;
const ACCOUNT = "/admin/account#passkeys";
const PASSKEYS = "/admin/account/passkeys";
export const OWN_PASSKEYS: PasskeyPlace = { path: PASSKEYS, options: "/admin/account/passkey-options" };
const BACK = { path: ACCOUNT, label: "Back to your account" };
const PASSKEY = `${PASSKEYS}/{passkey_id}`;
const PasskeyPath = Type.Object({ passkey_id: Type.String() });

/** An operator's own passkeys: only a recent sign-in may change them. */
export function passkeyRoutes(parts: PasskeyParts): Operation[] {
  return [optionsRoute(parts), addForm(parts), passkeyPage(parts), renameForm(parts), ...removeForm(parts)];
}

function optionsRoute({ site, challenges }: PasskeyParts): Operation {
  return readOperation({
    id: "passkeyCreationOptions",
    method: "GET",
    path: OWN_PASSKEYS.options,
    group: PAGES_GROUP,
    access: operator("viewer", { sessionOnly: true }),
    summary: "What a browser needs to create a passkey of yours",
    errors: ["state_conflict"],
    response: CreationOptions,
    read: ({ actor, db, baseUrl, now }) => {
      const who = requireOperator(actor);
      requireFresh(db.read, who, now);
      const row = requireSelf(db.read, who);
      const serviceName = resolveBrand(site).name;
      const asked = { subject: toSubject(row), baseUrl, accountName: row.name, serviceName, now };
      return creationOptions(db.read, challenges, asked);
    },
  });
}

function addForm({ site, live, challenges }: PasskeyParts): Operation {
  return adminForm(site, {
    ...SELF,
    id: "addPasskey",
    path: PASSKEYS,
    summary: "Add a passkey",
    done: ({ passkey_name: name }) => `Passkey ${name} is added: use it to sign in.`,
    form: Type.Object({ credential: PasskeyAnswer(), passkey_name: PasskeyName() }),
    errors: ["state_conflict"],
    submit: async ({ actor, body: { credential: answer, passkey_name: name }, baseUrl }) => {
      await live.writer.run((tx) => {
        requireFresh(tx, actor, tx.now);
        const row = requireSelf(tx, actor);
        const id = addPasskey(tx, challenges, { subject: toSubject(row), baseUrl, answer, name });
        const details = { passkey_id: id, passkey: name };
        recordAudit(tx, actor, { action: "operator.passkey_add", subject: row.name, details });
      });
      return seeOther(ACCOUNT);
    },
  });
}

function passkeyPage({ site }: PasskeyParts): Operation {
  return adminPage(site, {
    id: "passkeyPage",
    path: PASSKEY,
    summary: "A passkey of yours",
    title: ({ sql, actor, params }) =>
      `Passkey ${requirePasskey(sql, toSubject(requireSelf(sql, actor)), params.passkey_id).name}`,
    params: PasskeyPath,
    errors: ["not_found"],
    content: ({ sql, actor, reader, params, now }) => (
      <PasskeyPage
        place={OWN_PASSKEYS}
        back={BACK}
        passkey={requirePasskey(sql, toSubject(requireSelf(sql, actor)), params.passkey_id)}
        csrfToken={reader.csrfToken}
        now={now}
      />
    ),
  });
}

function renameForm({ site, live }: PasskeyParts): Operation {
  return adminForm(site, {
    ...SELF,
    id: "renamePasskey",
    path: `${PASSKEY}/rename`,
    summary: "Rename a passkey of yours",
    done: ({ passkey_name: name }) => `The passkey is now called ${name}.`,
    params: PasskeyPath,
    form: Type.Object({ passkey_name: PasskeyName() }),
    errors: ["not_found"],
    submit: async ({ actor, params, body: { passkey_name: name } }) => {
      await live.writer.run((tx) => renamePasskey(tx, actor, { passkeyId: params.passkey_id, name }));
      return seeOther(ACCOUNT);
    },
  });
}

function removeForm({ site, live }: PasskeyParts): Operation[] {
  return confirmedForm(site, {
    ...SELF,
    id: "removePasskey",
    path: `${PASSKEY}/remove`,
    back: PASSKEY,
    title: ({ sql, actor, params }) =>
      `Remove ${requirePasskey(sql, toSubject(requireSelf(sql, actor)), params.passkey_id).name}`,
    summary: "Remove a passkey of yours",
    params: PasskeyPath,
    errors: ["not_found", "state_conflict"],
    effect: ({ sql, actor, params }) => {
      const row = requireSelf(sql, actor);
      const passkey = requirePasskey(sql, toSubject(row), params.passkey_id);
      if (isOnlyWayIn(sql, row))
        return {
          nothing: `${passkey.name} is your only way in.`,
          consequences: "Add another passkey or a password first.",
        };
      return {
        lead: `${passkey.name} no longer signs you in.`,
        figures: [],
        consequences:
          "Sessions that it began go on. Delete it on the device, too: it offers the passkey until then.",
        label: "Remove passkey",
      };
    },
    done: "Passkey removed.",
    submit: async ({ actor, params }) => {
      await live.writer.run((tx) => {
        requireFresh(tx, actor, tx.now);
        removePasskey(tx, actor, params.passkey_id);
      });
      return seeOther(ACCOUNT);
    },
  });
}
