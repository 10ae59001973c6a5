/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";

interface ActionProps {
  /** Where the form goes. */
  to: string;
  csrfToken: string;
  label: string;
  /** The one thing that the page is for. */
  main?: boolean;
  /** Takes something away: marked by colour and word. */
  dangerous?: boolean;
  /** Fields before the button. */
  children?: ComponentChildren;
}

/** A form of a signed-in operator: hidden token, fields if any, one button. */
export function Action({ to, csrfToken, label, main, dangerous, children }: ActionProps): JSX.Element {
  return (
    <form method="post" action={to} class={children === undefined ? "action" : "form"}>
      <input type="hidden" name="csrf_token" value={csrfToken} />
      {children}
      <button type="submit" class={main ? "button-main" : dangerous ? "button-danger" : undefined}>
        {label}
      </button>
    </form>
  );
}
