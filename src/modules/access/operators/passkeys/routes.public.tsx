/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
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
import { Text } from "../../../../http/schema/shapes.ts";
import { htmlResponse, problemResponse, SignInPage } from "../../../../pages/index.ts";
import { PRIVATE } from "../../../platform/admin-page/index.ts";
import { type Challenges, PasskeyAnswer, RequestOptions, requestOptions } from "../../passkeys/index.ts";
import type { SignInParts } from "../routes.public.tsx";
import { ownPath } from "../sessions/own-path.ts";
import { FailureRecorder } from "../sign-in-guard/record-failure.ts";
import { nameOfAnswer, signInWithPasskey } from "./sign-in.ts";

const PAGE = { group: PAGES_GROUP, access: anyone("pages"), crossOrigin: false } as const;

/** Sign-in with a passkey, which names the operator itself. */
export function passkeySignInRoutes(parts: SignInParts & { challenges: Challenges }): Operation[] {
  const { site, live, keyring, guard, challenges } = parts;
  const failures = new FailureRecorder(live, keyring);
  return [
    readOperation({
      ...PAGE,
      id: "passkeyRequestOptions",
      method: "GET",
      path: "/admin/sign-in/passkey-options",
      summary: "What a browser needs to sign in with a passkey",
      errors: ["state_conflict"],
      response: RequestOptions,
      read: ({ baseUrl, now, responseHeaders }) => {
        Object.assign(responseHeaders, PRIVATE);
        return requestOptions(challenges, { type: "operator", baseUrl, now });
      },
    }),
    formOperation({
      ...PAGE,
      id: "signInWithPasskey",
      path: "/admin/sign-in/passkey",
      summary: "Sign in with a passkey",
      form: Type.Object({ credential: PasskeyAnswer(), next: Type.Optional(Text(2_000)) }),
      inSafeMode: true,
      errors: ["forbidden", "state_conflict"],
      refusal: (problem, { requestId, context }) => {
        const { status, message } = problem;
        if (context === null) return problemResponse({ site, status, message, requestId });
        const { next = "" } = context.entered as { next?: string };
        const page = <SignInPage site={site} next={ownPath(next)} message={message} />;
        return htmlResponse(page, { status, headers: PRIVATE });
      },
      submit: async ({ body: { credential: answer, next = "" }, address, userAgent, baseUrl, now }) => {
        // Nobody guesses a signature: only the address has to wait, never the operator.
        const attempt = { name: nameOfAnswer(live, answer) ?? "", address, now, isTrusted: true };
        const isGuess = ({ code }: Problem) => code === "forbidden";
        const device = { address, userAgent };
        const token = await guard
          .during(attempt, isGuess, () => signInWithPasskey(live, challenges, { answer, baseUrl, device }))
          .catch(async (error) => {
            await failures.record(attempt);
            throw error;
          });
        return seeOther(ownPath(next), { "set-cookie": OPERATOR_COOKIE.start(token, baseUrl) });
      },
    }),
  ];
}
