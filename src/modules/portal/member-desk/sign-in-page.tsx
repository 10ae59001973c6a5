/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Alert, Field, htmlResponse, Layout, PasskeySignIn, type Site } from "../../../pages/index.ts";
import { PRIVATE } from "../../platform/admin-page/index.ts";
import { SIGN_IN } from "../sessions/index.ts";

interface SignInProps {
  /** Whether this server mails links. */
  hasMail: boolean;
  /** Why a passkey, or a request for a link, was refused. */
  refused?: { message: string; status: number };
}

/** Where members sign in: with a passkey, or by a link that is mailed. */
export function signInPage(site: Site, { hasMail, refused }: SignInProps): Response {
  const content = (
    <>
      {refused !== undefined && <Alert word="Not admitted">{refused.message}</Alert>}
      <PasskeySignIn site={site} path={SIGN_IN} />
      {hasMail ? <ByMail /> : <WithoutMail />}
    </>
  );
  return framed(site, content, refused?.status ?? 200);
}

/** The answer to every address, so that it does not show which ones are members'. */
export function askedPage(site: Site): Response {
  return framed(
    site,
    <p class="lead">If a member has this address, a link is on its way. It opens once, within 15 minutes.</p>,
    200,
  );
}

function framed(site: Site, content: JSX.Element, status: number): Response {
  const page = (
    <Layout
      site={site}
      path=""
      isUnlisted
      usesPasskeys
      title="Partner portal"
      description="A partner's own pages."
    >
      <h1>Partner portal</h1>
      {content}
    </Layout>
  );
  return htmlResponse(page, { status, headers: PRIVATE });
}

function ByMail(): JSX.Element {
  return (
    <>
      <p class="lead">For members of partners: you get a link by mail, which signs you in.</p>
      <form method="post" action={SIGN_IN} class="form">
        <Field name="email" label="E-mail" required autocomplete="email webauthn" />
        <button type="submit">Send the link</button>
      </form>
    </>
  );
}

function WithoutMail(): JSX.Element {
  return (
    <p class="lead">
      This server sends no mail: sign in with your passkey, or ask a member who manages, or the operators of
      this server, for a new link.
    </p>
  );
}
