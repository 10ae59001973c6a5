/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Problem } from "../../../http/answers/problem.ts";
import { Alert, Field, Layout, type Site } from "../../../pages/index.ts";
import { PasskeyFields } from "../passkeys/index.ts";
import { MIN_PASSWORD } from "./password.ts";

interface PasswordPageProps {
  site: Site;
  /** Origin to which passkeys belong; null if browsers offer none here. */
  origin: string | null;
  /** The form's target: the link itself. */
  path: string;
  name: string;
  problem?: Problem;
}

/** The page of a one-time link: a passkey or a password opens the account. Viewing it does not use up the link. */
export function PasswordPage({ site, origin, path, name, problem }: PasswordPageProps): JSX.Element {
  return (
    <Layout
      site={site}
      path=""
      isUnlisted
      usesPasskeys
      title="Open your account"
      description="A one-time link of an operator."
    >
      <h1>Open your account</h1>
      <p class="lead">
        {name}, choose how you sign in
        {origin === null ? "" : ": with a passkey of your device, or with a password"}.
      </p>
      {problem !== undefined && <Alert word="Not done">{problem.message}</Alert>}
      {origin !== null && (
        <form
          method="post"
          action={`${path}/passkey`}
          class="form"
          data-passkey="create"
          data-options={`${path}/passkey-options`}
          data-origin={origin}
          hidden
        >
          <h2 id="passkey">Create a passkey</h2>
          <p>Your device's fingerprint, face or PIN signs you in, without password and code.</p>
          <PasskeyFields name="" />
          <button type="submit" class="button-main">
            Create passkey and sign in
          </button>
        </form>
      )}
      <h2 id="password">Set your password</h2>
      <p>At least {MIN_PASSWORD} characters; four unrelated words make a good one.</p>
      <form method="post" action={path} class="form">
        <input type="text" name="username" value={name} autocomplete="username" hidden readOnly />
        <NewPasswordFields problem={problem} />
        <button type="submit" class={origin === null ? "button-main" : undefined}>
          Set password and sign in
        </button>
      </form>
    </Layout>
  );
}

/** The fields for a new password and its repetition. */
export function NewPasswordFields(props: { problem?: Problem | undefined; note?: string }): JSX.Element {
  const { problem, note } = props;
  const faultOf = (field: string) =>
    problem?.options.details?.find((detail) => detail.field === field)?.message;
  return (
    <>
      <Field
        name="password"
        label="New password"
        type="password"
        required
        minLength={MIN_PASSWORD}
        autocomplete="new-password"
        {...(note === undefined ? {} : { note })}
        fault={faultOf("password")}
      />
      <Field
        name="repeated"
        label="Repeat the password"
        type="password"
        required
        autocomplete="new-password"
        fault={faultOf("repeated")}
      />
    </>
  );
}
