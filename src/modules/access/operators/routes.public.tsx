/** @jsxImportSource preact */

import type { Database } from "../../../db/database.ts";
import { OPERATOR_COOKIE } from "../../../http/access/session-cookie.ts";
import type { Problem } from "../../../http/answers/problem.ts";
import {
  anyone,
  formOperation,
  type Operation,
  PAGES_GROUP,
  readOperation,
  seeOther,
} from "../../../http/operation.ts";
import { htmlResponse, problemResponse, SignInPage, type Site } from "../../../pages/index.ts";
import { PRIVATE } from "../../platform/admin-page/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { SignInForm } from "./model.ts";
import { ownPath } from "./sessions/own-path.ts";
import { isTrusted, signIn } from "./sign-in.ts";
import { FailureRecorder } from "./sign-in-guard/record-failure.ts";
import type { SignInGuard } from "./sign-in-guard/sign-in-guard.ts";

export interface SignInParts {
  site: Site;
  live: Database;
  keyring: Keyring;
  guard: SignInGuard;
}

const PAGE = { group: PAGES_GROUP, access: anyone("pages"), crossOrigin: false } as const;
const SIGN_IN = "/admin/sign-in";

/** Sign-in operations: open to anyone, because the caller brings the credentials in the request. */
export function signInRoutes({ site, live, keyring, guard }: SignInParts): Operation[] {
  const failures = new FailureRecorder(live, keyring);
  return [
    readOperation({
      ...PAGE,
      id: "signInPage",
      method: "GET",
      path: SIGN_IN,
      summary: "The sign-in form for operators",
      response: { mediaType: "text/html", description: "A page." },
      read: () => htmlResponse(<SignInPage site={site} next="/admin" />, { headers: PRIVATE }),
    }),
    formOperation({
      ...PAGE,
      id: "signIn",
      path: SIGN_IN,
      summary: "Sign in with name, password and the second factor's code",
      form: SignInForm,
      inSafeMode: true,
      errors: ["forbidden"],
      refusal: (problem, { requestId, context }) => {
        const { status, message } = problem;
        if (context === null) return problemResponse({ site, status, message, requestId });
        const { name = "", next = "" } = context.entered as { name?: string; next?: string };
        const page = <SignInPage site={site} next={ownPath(next)} message={message} name={name} />;
        return htmlResponse(page, { status, headers: PRIVATE });
      },
      submit: async (context) => {
        const { name, password, code = null, next = "" } = context.body;
        const { address, userAgent, now } = context;
        const trusted = isTrusted(live.read, { name, code, address });
        const attempt = { name, address, now, isTrusted: trusted };
        const isGuess = ({ code: refusal }: Problem) => refusal === "forbidden";
        const token = await guard
          .during(attempt, isGuess, () =>
            signIn(live, keyring, { name, password, code, isTrusted: trusted, address, userAgent }),
          )
          .catch(async (error) => {
            await failures.record(attempt);
            throw error;
          });
        return seeOther(ownPath(next), { "set-cookie": OPERATOR_COOKIE.start(token, context.baseUrl) });
      },
    }),
  ];
}
