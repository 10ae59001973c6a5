/** @jsxImportSource preact */

import type { JSX } from "preact";
import { toRelyingParty } from "../kit/network/relying-party.ts";
import { Alert } from "./components/alert.tsx";
import { Field } from "./components/forms/field.tsx";
import { Layout } from "./layout.tsx";
import type { Site } from "./site.ts";

interface SignInPageProps {
  site: Site;
  /** The destination after sign-in. */
  next: string;
  /** The previous error. */
  message?: string;
  /** The previously entered name. */
  name?: string;
}

/** The sign-in form for operators; also shown to others in place of operators' pages. */
export function SignInPage({ site, next, message, name }: SignInPageProps): JSX.Element {
  return (
    <Layout
      site={site}
      path="/admin"
      isUnlisted
      usesPasskeys
      title="Sign in"
      description="For the operators of this server."
    >
      <h1>Sign in</h1>
      <p class="lead">For the operators of this server.</p>
      {message !== undefined && <Alert word="Not admitted">{message}</Alert>}
      <PasskeySignIn site={site} path="/admin/sign-in" next={next} />
      <form method="post" action="/admin/sign-in" class="form">
        <input type="hidden" name="next" value={next} />
        <Field name="name" label="Name" value={name} required autocomplete="username webauthn" />
        <Field name="password" label="Password" type="password" required autocomplete="current-password" />
        <Field
          name="code"
          label="Code"
          autocomplete="one-time-code"
          note="The code of your second factor, if you have one: six digits from the app. A passkey needs none."
        />
        <button type="submit" class="button-main">
          Sign in
        </button>
      </form>
      <p>
        No password or passkey yet, or lost it? An owner can create a new link, or an administrator of the
        server: <code>salute operators reset --name NAME</code>
      </p>
    </Layout>
  );
}

interface PasskeySignInProps {
  site: Site;
  /** The form is sent to `/passkey` below it, and fetches `/passkey-options`. */
  path: string;
  /** The destination after sign-in, if there is a choice. */
  next?: string;
}

/** The button that signs in with a passkey. Its script shows it; without one, the page's other ways remain. */
export function PasskeySignIn({ site, path, next }: PasskeySignInProps): JSX.Element | null {
  const relyingParty = site.baseUrl === undefined ? null : toRelyingParty(site.baseUrl());
  if (relyingParty === null) return null;
  return (
    <form
      method="post"
      action={`${path}/passkey`}
      class="form"
      data-passkey="get"
      data-options={`${path}/passkey-options`}
      data-origin={relyingParty.origin}
      hidden
    >
      {next !== undefined && <input type="hidden" name="next" value={next} />}
      <input type="hidden" name="credential" value="" />
      <button type="submit" class="button-main">
        Sign in with a passkey
      </button>
      <p class="note" role="status" data-passkey-message />
    </form>
  );
}
