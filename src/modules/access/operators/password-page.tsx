/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Problem } from "../../../http/answers/problem.ts";
import { Field, Layout, type Site } from "../../../pages/index.ts";
import { MIN_PASSWORD } from "./password.ts";

interface PasswordPageProps {
  site: Site;
  /** The form's target: the link itself. */
  path: string;
  name: string;
  problem?: Problem;
}

/** The page of a one-time link: the form that sets a password. Viewing it does not use up the link. */
export function PasswordPage({ site, path, name, problem }: PasswordPageProps): JSX.Element {
  return (
    <Layout
      site={site}
      path=""
      isUnlisted
      title="Set your password"
      description="A one-time link of an operator."
    >
      <h1>Set your password</h1>
      <p class="lead">
        {name}, choose a password of at least {MIN_PASSWORD} characters. Four unrelated words make a good one.
      </p>
      <form method="post" action={path} class="form">
        <input type="text" name="username" value={name} autocomplete="username" hidden readOnly />
        <NewPasswordFields problem={problem} />
        <button type="submit" class="button-main">
          Set password and sign in
        </button>
      </form>
    </Layout>
  );
}

/** The fields for a new password and its repetition. */
export function NewPasswordFields({ problem }: { problem?: Problem | undefined }): JSX.Element {
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
