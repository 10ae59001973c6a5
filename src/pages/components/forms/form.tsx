/** @jsxImportSource preact */

import { type ComponentChildren, createContext, type JSX } from "preact";
import { useContext } from "preact/hooks";

/** A form as it was sent, which was refused. */
export interface RefusedForm {
  /** Path of the form's target. */
  action: string;
  method: "get" | "post";
  message: string;
  /** Whole sentences. */
  faults: readonly { field: string; message: string }[];
  /** The input by field. */
  entered: Readonly<Record<string, unknown>>;
}

/** The refused form of the page that is rendered. */
interface PageRefusal {
  form: RefusedForm;
  /** `found` once a form of the page is the refused one; `lost` if none is: then the page's head has the message. */
  place: "sought" | "found" | "lost";
  /** Labels of the form's fields by name. */
  labels: Map<string, string>;
}

const Refusal = createContext<PageRefusal | null>(null);

/** The refused form around a field; null in every other form. */
const Sent = createContext<RefusedForm | null>(null);

/** @param render renders the page in this frame: once to find the form and its fields, and again with the message */
export function withRefusedForm(
  form: RefusedForm | undefined,
  page: JSX.Element,
  render: (page: JSX.Element) => string,
): string {
  if (form === undefined) return render(page);
  const refusal: PageRefusal = { form, place: "sought", labels: new Map() };
  const framed = () => render(<Refusal.Provider value={refusal}>{page}</Refusal.Provider>);
  framed();
  refusal.place = refusal.place === "found" ? "sought" : "lost";
  return framed();
}

/** The message of a refused form that the page does not have. */
export function LostRefusal(): JSX.Element | null {
  const refusal = useContext(Refusal);
  return refusal?.place === "lost" ? <RefusalAlert text={refusal.form.message} /> : null;
}

function RefusalAlert({ text }: { text: string }): JSX.Element {
  return (
    <p class="alert" role="alert">
      {text}
    </p>
  );
}

/**
 * The message with the label of the field that it names. Readers do not know the name of a field that the form does not
 * show: then the fault is told alone. Parameters stand in the address, by their names.
 */
function messageOnPage({ form, labels }: PageRefusal): string {
  const { message, faults, method } = form;
  const named = faults.find(({ field }) => message.startsWith(`Correct ${field}:`));
  if (named === undefined) return message;
  const label = labels.get(named.field);
  if (label === undefined) return method === "get" ? message : named.message;
  if (label.toLowerCase() === named.field) return message;
  return message.replace(`Correct ${named.field}`, () => `Correct ${label}`);
}

/** A form's address: its target, and the hidden fields that tell it from others with this target. */
export interface FormAddress {
  to: string;
  method?: "get" | "post";
  of?: Readonly<Record<string, string>>;
}

interface FormProps extends FormAddress {
  class?: string | undefined;
  /** Attributes for a script of the page, such as `data-passkey`. */
  data?: Readonly<Record<`data-${string}`, string>> | undefined;
  children: ComponentChildren;
}

/** A form. If it was refused, its fields show what was entered, each with its fault, below the message. */
export function Form({ to, method = "post", of = {}, class: look, data, children }: FormProps): JSX.Element {
  const refusal = useContext(Refusal);
  const sent =
    refusal?.place === "sought" && isRefused(refusal.form, { to, method, of }) ? refusal.form : null;
  if (refusal !== null && sent !== null) refusal.place = "found";
  return (
    <form method={method} action={to} class={look} {...data}>
      {refusal !== null && sent !== null && <RefusalAlert text={messageOnPage(refusal)} />}
      {Object.entries(of).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Sent.Provider value={sent}>{children}</Sent.Provider>
    </form>
  );
}

/** A form that is folded until its summary is pressed, or until it was refused. */
export function FoldedForms({
  summary,
  forms,
  children,
}: {
  summary: string;
  /** Addresses of the forms inside. */
  forms: readonly FormAddress[];
  children: ComponentChildren;
}): JSX.Element {
  const refusal = useContext(Refusal);
  const isOpen = refusal?.place === "sought" && forms.some((form) => isRefused(refusal.form, form));
  return (
    <details open={isOpen}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

/** The page's refused form if it has this address, wherever its message is shown; null otherwise. */
export function useRefusedForm(address: FormAddress): RefusedForm | null {
  const refusal = useContext(Refusal);
  return refusal !== null && isRefused(refusal.form, address) ? refusal.form : null;
}

function isRefused(form: RefusedForm, { to, method = "post", of = {} }: FormAddress): boolean {
  const isSame = ([name, value]: [string, string]) => textOf(form.entered[name]) === value;
  return form.action === to && form.method === method && Object.entries(of).every(isSame);
}

/** A field of a form: its value, what is wrong with it, and the attributes that say so. */
interface FieldState {
  values: readonly string[];
  value: string | undefined;
  fault: string | undefined;
  marks: { "aria-describedby": string | undefined; "aria-invalid": "true" | undefined };
  /** The error or the help, below the input. */
  note: JSX.Element | null;
}

interface FieldParts {
  name: string;
  id?: string;
  /** Names the field in the message of a refused form; missing for a field without a note. */
  label?: string;
  values: readonly string[];
  /** Browsers send nothing of a box that is not checked. */
  isBox?: boolean;
  fault?: string | undefined;
  note?: ComponentChildren;
}

/** The state of a field. In the refused form, its values are those that were entered; in other forms, the given ones. */
export function useField({
  name,
  id = name,
  label,
  values,
  isBox = false,
  fault,
  note,
}: FieldParts): FieldState {
  const sent = useContext(Sent);
  const refusal = useContext(Refusal);
  if (sent !== null && label !== undefined) refusal?.labels.set(name, label);
  const isKnown = sent !== null && (isBox || name in sent.entered);
  const shown = isKnown ? textsOf(sent.entered[name]) : values;
  const wrong = sent?.faults.find(({ field }) => field === name)?.message ?? fault;
  const words = wrong ?? note;
  const noteId = `${id}_note`;
  return {
    values: shown,
    value: shown[0],
    fault: wrong,
    marks: {
      "aria-describedby": words === undefined ? undefined : noteId,
      "aria-invalid": wrong === undefined ? undefined : "true",
    },
    note:
      words === undefined ? null : (
        <p id={noteId} class={wrong === undefined ? "note" : "note fault"}>
          {words}
        </p>
      ),
  };
}

function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(textOf);
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? "" : String(value);
}
