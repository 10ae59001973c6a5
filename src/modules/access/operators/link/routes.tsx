/** @jsxImportSource preact */

import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../../db/sql.ts";
import { OPERATOR_COOKIE } from "../../../../http/access/session-cookie.ts";
import type { Problem } from "../../../../http/answers/problem.ts";
import {
  anyone,
  formOperation,
  type Operation,
  PAGES_GROUP,
  readOperation,
  seeOther,
} from "../../../../http/operation.ts";
import { toRelyingParty } from "../../../../kit/network/relying-party.ts";
import { htmlResponse, problemResponse, resolveBrand } from "../../../../pages/index.ts";
import { PRIVATE } from "../../../platform/admin-page/index.ts";
import {
  type Challenges,
  CreationOptions,
  creationOptions,
  PasskeyAnswer,
  PasskeyName,
} from "../../passkeys/index.ts";
import { PasswordLinkForm, PasswordLinkPath } from "../model.ts";
import { toSubject } from "../passkeys/manage-passkeys.ts";
import { PasswordPage } from "../password-page.tsx";
import type { SignInParts } from "../routes.public.tsx";
import { createPasskeyByLink, requireLink, setPasswordByLink } from "./use-link.ts";

type LinkParts = SignInParts & { challenges: Challenges };

const LINK = "/admin/password/{link}";
const PAGE = {
  group: PAGES_GROUP,
  access: anyone("pages"),
  crossOrigin: false,
  params: PasswordLinkPath,
} as const;

/** A one-time link: its page lets the operator create a passkey or set a password, and signs in. */
export function linkRoutes(parts: LinkParts): Operation[] {
  return [linkPage(parts), passkeyOptions(parts), passwordForm(parts), passkeyForm(parts)];
}

function linkPage({ site }: LinkParts): Operation {
  return readOperation({
    ...PAGE,
    id: "passwordPage",
    method: "GET",
    path: LINK,
    summary: "The page of a one-time link",
    errors: ["not_found"],
    response: { mediaType: "text/html", description: "A page." },
    refusal: ({ status, message }, { requestId }) => problemResponse({ site, status, message, requestId }),
    read: ({ db, params, now, baseUrl }) => pageOf(site, db.read, { link: params.link, now, baseUrl }),
  });
}

function passkeyOptions({ site, challenges }: LinkParts): Operation {
  return readOperation({
    ...PAGE,
    id: "linkPasskeyOptions",
    method: "GET",
    path: `${LINK}/passkey-options`,
    summary: "What a browser needs to create a passkey with a one-time link",
    errors: ["not_found", "state_conflict"],
    response: CreationOptions,
    read: ({ db, params, now, baseUrl, responseHeaders }) => {
      Object.assign(responseHeaders, PRIVATE);
      const row = requireLink(db.read, params.link, now);
      const serviceName = resolveBrand(site).name;
      const asked = { subject: toSubject(row), baseUrl, accountName: row.name, serviceName, now };
      return creationOptions(db.read, challenges, asked);
    },
  });
}

function passwordForm(parts: LinkParts): Operation {
  return formOperation({
    ...PAGE,
    id: "setPassword",
    path: LINK,
    summary: "Set a password with a one-time link, and sign in",
    form: PasswordLinkForm,
    inSafeMode: true,
    errors: ["not_found"],
    refusal: refusalOf(parts),
    submit: async ({ params, body: { password, repeated }, address, userAgent, now, baseUrl }) => {
      const device = { address, userAgent };
      const opened = { link: params.link, device, password, repeated, now };
      const token = await setPasswordByLink(parts.live, opened);
      return seeOther("/admin", { "set-cookie": OPERATOR_COOKIE.start(token, baseUrl) });
    },
  });
}

function passkeyForm(parts: LinkParts): Operation {
  return formOperation({
    ...PAGE,
    id: "createPasskeyByLink",
    path: `${LINK}/passkey`,
    summary: "Create a passkey with a one-time link, and sign in",
    form: Type.Object({ credential: PasskeyAnswer(), passkey_name: PasskeyName() }),
    inSafeMode: true,
    errors: ["not_found", "state_conflict"],
    refusal: refusalOf(parts),
    submit: async ({ params, body, address, userAgent, baseUrl }) => {
      const device = { address, userAgent };
      const { credential: answer, passkey_name: name } = body;
      const opened = { link: params.link, device, baseUrl, answer, name };
      const token = await parts.live.writer.run((tx) => createPasskeyByLink(tx, parts.challenges, opened));
      return seeOther("/admin", { "set-cookie": OPERATOR_COOKIE.start(token, baseUrl) });
    },
  });
}

/** A refused form is shown again on the link's page, which the refusal does not use up. */
function refusalOf({ site, live }: LinkParts): NonNullable<Operation["refusal"]> {
  return (problem, { requestId, context }) => {
    const { status, message } = problem;
    if (context === null || (status !== 400 && status !== 409))
      return problemResponse({ site, status, message, requestId });
    const { link } = context.params as Static<typeof PasswordLinkPath>;
    const { now, baseUrl } = context;
    return pageOf(site, live.read, { link, now, baseUrl, problem });
  };
}

function pageOf(
  site: LinkParts["site"],
  sql: Sql,
  { link, now, baseUrl, problem }: { link: string; now: number; baseUrl: string; problem?: Problem },
): Response {
  const { name } = requireLink(sql, link, now);
  const origin = toRelyingParty(baseUrl)?.origin ?? null;
  const shown = problem === undefined ? {} : { problem };
  const page = <PasswordPage {...{ site, origin, name }} path={`/admin/password/${link}`} {...shown} />;
  return htmlResponse(page, { status: problem?.status ?? 200, headers: PRIVATE });
}
