/** A refused form, shown again on its page. */
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

interface FormSeen {
  score: number;
  details: number[];
}

/** Other types are never sent back: secrets, and the page's own tokens. */
const KEPT_TYPES = new Set(["text", "number", "search", "url", "email", "date", "datetime-local"]);
const OWN_FIELDS = new Set(["csrf_token", "form_token"]);
const TEXT = { html: true } as const;

/**
 * The page with the refused form and its input: the message above its fields, each error beside its field. Of several
 * forms with this action, the one whose hidden fields match best is used; without one the message is placed at the
 * top of main.
 */
export function showRefusedForm(page: string, refused: RefusedForm): string {
  const chosen = chooseForm(page, refused);
  if (chosen === null) {
    return new HTMLRewriter()
      .on("main h1", { element: (heading) => void heading.after(alertOf(refused), TEXT) })
      .transform(page);
  }
  return fillForm(page, refused, chosen);
}

interface ChosenForm {
  index: number;
  /** The details elements around it, to be opened. */
  details: ReadonlySet<number>;
}

function chooseForm(page: string, { action, method, entered }: RefusedForm): ChosenForm | null {
  const forms: (FormSeen | null)[] = [];
  const open: number[] = [];
  let details = 0;
  let current: FormSeen | null = null;
  new HTMLRewriter()
    .on("details", {
      element(element) {
        open.push(details++);
        element.onEndTag(() => void open.pop());
      },
    })
    .on("form", {
      element(element) {
        const isMeant =
          element.getAttribute("action") === action && element.getAttribute("method") === method;
        current = isMeant ? { score: 0, details: [...open] } : null;
        forms.push(current);
      },
    })
    .on("form input", {
      element(element) {
        const name = element.getAttribute("name") ?? "";
        if (current === null || OWN_FIELDS.has(name)) return;
        if (element.getAttribute("type") === "hidden")
          current.score += textOf(entered[name]) === givenValue(element) ? 10 : -10;
        else if (name in entered) current.score++;
      },
    })
    .transform(page);
  let best: ChosenForm | null = null;
  let bestScore = Number.NEGATIVE_INFINITY;
  forms.forEach((form, index) => {
    if (form === null || form.score <= bestScore) return;
    bestScore = form.score;
    best = { index, details: new Set(form.details) };
  });
  return best;
}

function fillForm(page: string, refused: RefusedForm, chosen: ChosenForm): string {
  let form = -1;
  let details = -1;
  let select: string | null = null;
  const isInside = () => form === chosen.index;
  return new HTMLRewriter()
    .on("details", {
      element(element) {
        details++;
        if (chosen.details.has(details)) element.setAttribute("open", "");
      },
    })
    .on("form", {
      element(element) {
        form++;
        if (isInside()) element.prepend(alertOf(refused), TEXT);
      },
    })
    .on("form input, form textarea, form select", {
      element(element) {
        const name = element.getAttribute("name") ?? "";
        select = element.tagName === "select" && isInside() ? name : null;
        if (!isInside() || OWN_FIELDS.has(name)) return;
        if (name in refused.entered) keepValue(element, refused.entered[name]);
        markFault(element, name, refused);
      },
    })
    .on("form select option", {
      element(element) {
        if (select === null || !(select in refused.entered)) return;
        setFlag(element, "selected", textsOf(refused.entered[select]).includes(givenValue(element)));
      },
    })
    .transform(page);
}

function keepValue(element: HTMLRewriterTypes.Element, entered: unknown): void {
  const type = element.getAttribute("type") ?? "text";
  if (element.tagName === "textarea") element.setInnerContent(textOf(entered));
  else if (element.tagName !== "input") return;
  else if (type === "checkbox" || type === "radio")
    setFlag(element, "checked", textsOf(entered).includes(givenValue(element, "on")));
  else if (KEPT_TYPES.has(type)) element.setAttribute("value", Bun.escapeHTML(textOf(entered)));
}

function markFault(element: HTMLRewriterTypes.Element, name: string, { faults }: RefusedForm): void {
  const fault = faults.find(({ field }) => field === name);
  const type = element.getAttribute("type") ?? "text";
  if (fault === undefined || type === "checkbox" || type === "radio" || type === "hidden") return;
  const id = `fault_${element.getAttribute("id") ?? name}`;
  const described = element.getAttribute("aria-describedby");
  element.setAttribute("aria-invalid", "true");
  element.setAttribute("aria-describedby", described === null ? id : `${described} ${id}`);
  element.after(
    `<p id="${Bun.escapeHTML(id)}" class="note fault">${Bun.escapeHTML(fault.message)}</p>`,
    TEXT,
  );
}

function alertOf({ message }: RefusedForm): string {
  return `<p class="alert" role="alert">${Bun.escapeHTML(message)}</p>`;
}

/** The rewriter returns attributes as written in the source. */
function givenValue(element: HTMLRewriterTypes.Element, unset = ""): string {
  return (element.getAttribute("value") ?? unset)
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");
}

function setFlag(element: HTMLRewriterTypes.Element, name: string, isSet: boolean): void {
  if (isSet) element.setAttribute(name, "");
  else element.removeAttribute(name);
}

function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(textOf);
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return Array.isArray(value) ? value.join(", ") : String(value);
}
