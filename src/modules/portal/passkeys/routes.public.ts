import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import type { Tx } from "../../../db/sql.ts";
import {
  anyone,
  formOperation,
  type Operation,
  PAGES_GROUP,
  readOperation,
  seeOther,
} from "../../../http/operation.ts";
import type { Site } from "../../../pages/index.ts";
import {
  type Challenges,
  PasskeyAnswer,
  RequestOptions,
  requestOptions,
  signInByPasskey,
} from "../../access/passkeys/index.ts";
import { PRIVATE } from "../../platform/admin-page/index.ts";
import { findPartnerName, signInPage } from "../member-desk/index.ts";
import { findMemberById } from "../members/index.ts";
import { HOME, isStanding, type KeyFiles, MEMBER_COOKIE, SIGN_IN, startSession } from "../sessions/index.ts";

interface SignInParts {
  site: Site;
  live: Database;
  files: KeyFiles;
  challenges: Challenges;
  hasMail: boolean;
}

const PAGE = { group: PAGES_GROUP, access: anyone("pages"), crossOrigin: false } as const;

/** Sign-in of a partner's member with a passkey, which names the member itself. */
export function memberSignInRoutes({ site, live, files, challenges, hasMail }: SignInParts): Operation[] {
  return [
    readOperation({
      ...PAGE,
      id: "memberPasskeyRequestOptions",
      method: "GET",
      path: `${SIGN_IN}/passkey-options`,
      summary: "What a browser needs to sign in a partner's member with a passkey",
      errors: ["state_conflict"],
      response: RequestOptions,
      read: ({ baseUrl, now, responseHeaders }) => {
        Object.assign(responseHeaders, PRIVATE);
        return requestOptions(challenges, { type: "member", baseUrl, now });
      },
    }),
    formOperation({
      ...PAGE,
      id: "signInMemberWithPasskey",
      path: `${SIGN_IN}/passkey`,
      summary: "Sign in a partner's member with a passkey",
      form: Type.Object({ credential: PasskeyAnswer() }),
      inSafeMode: true,
      errors: ["forbidden", "state_conflict"],
      refusal: (refused) => signInPage(site, { hasMail, refused }),
      submit: async ({ body: { credential: answer }, baseUrl }) => {
        const token = await signInByPasskey(live, challenges, {
          type: "member",
          answer,
          baseUrl,
          otherWay: "ask for a link",
          begin: (tx, { id }, passkey) => beginSession(tx, files, { id, passkey }),
        });
        return seeOther(HOME, { "set-cookie": MEMBER_COOKIE.start(token, baseUrl) });
      },
    }),
  ];
}

/** Null if the member is removed, or the partner has no portal now. */
function beginSession(tx: Tx, files: KeyFiles, { id, passkey }: { id: number; passkey: string }) {
  const member = findMemberById(tx, id);
  if (member === null) return null;
  const { access, partner_id } = member;
  const session = {
    access,
    partner_id,
    key_id: null,
    embed_origin: null,
    member_id: id,
    operator: null,
    operator_role: null,
  };
  const partner = findPartnerName(tx, partner_id);
  if (!isStanding(files, { ...session, partner })) return null;
  return startSession(tx, { ...session, partner }, { method: "passkey", passkey });
}
