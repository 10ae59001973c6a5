/** @jsxImportSource preact */

import { type ComponentChildren, createContext, type JSX } from "preact";
import { useContext } from "preact/hooks";
import { Form } from "./form.tsx";

/** The field with the token that lets a form be sent once. */
export const FORM_TOKEN = "form_token";
/** The field with the address of the form's page, which is shown again if the form is refused. */
export const FORM_PAGE = "form_page";

/** Hidden values that every form of a page sends. */
export interface PageForms {
  /** Allows each form to be sent once; null where twice is the same as once. */
  token: string | null;
  /** The page's own path and query. */
  address: string;
}

/** Null on pages without forms. */
export const FormsOfPage = createContext<PageForms | null>(null);

interface ActionProps {
  /** The form's target. */
  to: string;
  /** Hidden fields that tell the form from others with this target. */
  of?: Readonly<Record<string, string>>;
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
  const { to, of, csrfToken, label, main, dangerous, data, children } = props;
  return (
    <Form
      to={to}
      {...(of === undefined ? {} : { of })}
      class={children === undefined ? "action" : "form"}
      data={data}
    >
      <SessionFields csrfToken={csrfToken} />
      {children}
      <button type="submit" class={main ? "button-main" : dangerous ? "button-danger" : undefined}>
        {label}
      </button>
    </Form>
  );
}

/** The hidden fields of every form of a session. */
export function SessionFields({ csrfToken }: { csrfToken: string }): JSX.Element {
  const forms = useContext(FormsOfPage);
  return (
    <>
      <input type="hidden" name="csrf_token" value={csrfToken} />
      {forms !== null && <input type="hidden" name={FORM_PAGE} value={forms.address} />}
      {forms !== null && forms.token !== null && (
        <input type="hidden" name={FORM_TOKEN} value={forms.token} />
      )}
    </>
  );
}
