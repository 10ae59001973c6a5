/** @jsxImportSource preact */

import { type ComponentChildren, createContext, type JSX } from "preact";

/** The field with the token that lets a form be sent once. */
export const FORM_TOKEN = "form_token";

/** One-time token of the forms of a page; null on pages without one. */
export const FormToken = createContext<string | null>(null);

interface ActionProps {
  /** The form's target. */
  to: string;
  csrfToken: string;
  label: string;
  /** The page's main action. */
  main?: boolean;
  /** Deletes or disables something: marked by colour and word. */
  dangerous?: boolean;
  /** Attributes for a script of the page, such as `data-passkey`. */
  data?: Readonly<Record<`data-${string}`, string>>;
  /** Fields before the button. */
  children?: ComponentChildren;
}

/** A form of a signed-in operator: hidden token, fields if any, one button. */
export function Action(props: ActionProps): JSX.Element {
  const { to, csrfToken, label, main, dangerous, data, children } = props;
  return (
    <form method="post" action={to} class={children === undefined ? "action" : "form"} {...data}>
      <CsrfFields csrfToken={csrfToken} />
      {children}
      <button type="submit" class={main ? "button-main" : dangerous ? "button-danger" : undefined}>
        {label}
      </button>
    </form>
  );
}

/** The hidden fields of every form of a signed-in operator. */
export function CsrfFields({ csrfToken }: { csrfToken: string }): JSX.Element {
  return (
    <>
      <input type="hidden" name="csrf_token" value={csrfToken} />
      <FormToken.Consumer>
        {(token) => token !== null && <input type="hidden" name={FORM_TOKEN} value={token} />}
      </FormToken.Consumer>
    </>
  );
}
