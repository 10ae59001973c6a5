/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import {
  type MemberActor,
  type Operation,
  PAGES_GROUP,
  readOperation,
  seeOther,
} from "../../../http/operation.ts";
import { resolveBrand } from "../../../pages/index.ts";
import {
  type Challenges,
  CreationOptions,
  creationOptions,
  listPasskeys,
  PasskeyAnswer,
  PasskeyName,
  PasskeyPage,
  PasskeySection,
  requirePasskey,
} from "../../access/passkeys/index.ts";
import {
  type Audience,
  confirmedSessionForm,
  sessionForm,
  sessionPage,
} from "../../platform/admin-page/index.ts";
import { PASSKEYS } from "../sessions/index.ts";
import {
  addOwnPasskey,
  removeOwnPasskey,
  renameOwnPasskey,
  requireFresh,
  requireSelf,
  toSubject,
} from "./own-passkeys.ts";

interface MemberPasskeyParts {
  members: Audience<MemberActor>;
  live: Database;
  challenges: Challenges;
}

const PLACE = { path: PASSKEYS, options: "/partners/passkey-options" };
const PASSKEY = `${PASSKEYS}/{passkey_id}`;
const PasskeyPath = Type.Object({ passkey_id: Type.String() });
const ONE = { role: "viewer", params: PasskeyPath, errors: ["forbidden", "not_found"] } as const;

/** A member's own passkeys. Every member has them, also one who only reads; only a recent sign-in may change them. */
export function memberPasskeyRoutes(parts: MemberPasskeyParts): Operation[] {
  return [...readingRoutes(parts), ...addingRoutes(parts), ...changingRoutes(parts)];
}

function readingRoutes({ members }: MemberPasskeyParts): Operation[] {
  return [
    sessionPage(members, {
      id: "portalPasskeysPage",
      path: PASSKEYS,
      summary: "The passkeys of a partner's member",
      title: "Your passkeys",
      content: ({ sql, actor, reader, baseUrl, now }) =>
        actor.memberId === null ? (
          <p class="lead">
            This session names nobody, so it has no passkeys: members, who are invited by name, have them.
          </p>
        ) : (
          <PasskeySection
            place={PLACE}
            passkeys={listPasskeys(sql, toSubject({ id: actor.memberId }))}
            csrfToken={reader.csrfToken ?? ""}
            {...{ baseUrl, now }}
          />
        ),
    }),
    sessionPage(members, {
      id: "portalPasskeyPage",
      path: PASSKEY,
      summary: "A passkey of a partner's member",
      title: ({ sql, actor, params }) => `Passkey ${ownPasskey(sql, actor, params).name}`,
      ...ONE,
      content: ({ sql, actor, reader, params, now }) => (
        <PasskeyPage
          place={PLACE}
          back={{ path: PASSKEYS, label: "Back to your passkeys" }}
          passkey={ownPasskey(sql, actor, params)}
          csrfToken={reader.csrfToken}
          now={now}
        />
      ),
    }),
  ];
}

function addingRoutes({ members, live, challenges }: MemberPasskeyParts): Operation[] {
  return [
    readOperation({
      id: "memberPasskeyCreationOptions",
      method: "GET",
      path: PLACE.options,
      group: PAGES_GROUP,
      access: members.access("viewer"),
      summary: "What a browser needs to create a passkey of a partner's member",
      errors: ["state_conflict"],
      response: CreationOptions,
      read: ({ actor, db, baseUrl, now }) => {
        const who = members.require(actor);
        const self = requireSelf(db.read, who);
        requireFresh(db.read, who, now);
        const accountName = `${self.name} (${who.partner})`;
        const asked = {
          subject: toSubject(self),
          baseUrl,
          accountName,
          serviceName: resolveBrand(members.site).name,
        };
        return creationOptions(db.read, challenges, { ...asked, now });
      },
    }),
    sessionForm(members, {
      id: "portalAddPasskey",
      path: PASSKEYS,
      summary: "Add a passkey of a partner's member",
      role: "viewer",
      form: Type.Object({ credential: PasskeyAnswer(), passkey_name: PasskeyName() }),
      errors: ["forbidden", "state_conflict"],
      done: ({ passkey_name: name }) => `Passkey ${name} is added: use it to sign in.`,
      submit: async ({ actor, body: { credential: answer, passkey_name: name }, baseUrl }) => {
        await live.writer.run((tx) => addOwnPasskey(tx, actor, { challenges, baseUrl, answer, name }));
        return seeOther(PASSKEYS);
      },
    }),
  ];
}

function changingRoutes({ members, live }: MemberPasskeyParts): Operation[] {
  return [
    sessionForm(members, {
      ...ONE,
      id: "portalRenamePasskey",
      path: `${PASSKEY}/rename`,
      summary: "Rename a passkey of a partner's member",
      form: Type.Object({ passkey_name: PasskeyName() }),
      done: ({ passkey_name: name }) => `The passkey is now called ${name}.`,
      submit: async ({ actor, params: { passkey_id: passkeyId }, body: { passkey_name: name } }) => {
        await live.writer.run((tx) => renameOwnPasskey(tx, actor, { passkeyId, name }));
        return seeOther(PASSKEYS);
      },
    }),
    ...confirmedSessionForm(members, {
      ...ONE,
      id: "portalRemovePasskey",
      path: `${PASSKEY}/remove`,
      back: PASSKEY,
      title: ({ sql, actor, params }) => `Remove ${ownPasskey(sql, actor, params).name}`,
      summary: "Remove a passkey of a partner's member",
      done: "Passkey removed.",
      effect: ({ sql, actor, params }) => ({
        lead: `${ownPasskey(sql, actor, params).name} no longer signs you in.`,
        figures: [],
        consequences:
          "Sessions that it began go on. Delete it on the device, too: it offers the passkey until then.",
        label: "Remove passkey",
      }),
      submit: async ({ actor, params }) => {
        await live.writer.run((tx) => removeOwnPasskey(tx, actor, params.passkey_id));
        return seeOther(PASSKEYS);
      },
    }),
  ];
}

function ownPasskey(
  sql: Parameters<typeof requireSelf>[0],
  actor: MemberActor,
  { passkey_id }: { passkey_id: string },
) {
  return requirePasskey(sql, toSubject(requireSelf(sql, actor)), passkey_id);
}
