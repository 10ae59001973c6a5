/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Alert } from "./components/alert.tsx";
import { Field } from "./components/field.tsx";
import { Layout } from "./layout.tsx";
import type { Site } from "./site.ts";

interface SignInPageProps {
  site: Site;
  /** Where to go afterwards. */
  next: string;
  /** What was refused before. */
  message?: string;
  /** The name that was entered before. */
  name?: string;
}

/** The form by which operators sign in; also what everybody else is shown of an operators' page. */
export function SignInPage({ site, next, message, name }: SignInPageProps): JSX.Element {
  return (
    <Layout site={site} path="/admin" title="Sign in" description="For the operators of this salute.">
      <h1>Sign in</h1>
      <p class="lead">For the operators of this salute.</p>
      {message !== undefined && <Alert word="Not admitted">{message}</Alert>}
      <form method="post" action="/admin/sign-in" class="form">
        <input type="hidden" name="next" value={next} />
        <Field name="name" label="Name" value={name} required autocomplete="username" />
        <Field name="password" label="Password" type="password" required autocomplete="current-password" />
        <Field
          name="code"
          label="Code"
          autocomplete="one-time-code"
          note="Of your second factor, if you have one: six digits from the app."
        />
        <button type="submit" class="button-main">
          Sign in
        </button>
      </form>
      <p>
        No password yet, or lost it? An owner makes a new link, or somebody with the server does:{" "}
        <code>salute operators reset --name NAME</code>
      </p>
    </Layout>
  );
}
