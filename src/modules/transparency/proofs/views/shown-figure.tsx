/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { WholeId } from "../../../../pages/index.ts";
import { shortAddress, shownAmount } from "../amounts.ts";
import type { PublishedProof } from "../answers.ts";

type Format = keyof typeof FORMATS;
type Statement = PublishedProof["statement"];

export interface ViewProps {
  statement: Statement;
  show: ShowFigure;
}

/** Shows the value at a path of the proof's JSON, such as `rows.0.unique_owners`; children replace its text. */
export type ShowFigure = (path: string, format?: Format, children?: ComponentChildren) => JSX.Element;

/** Texts of values. The page's script has the same list and compares each text with the logged value. */
export const FORMATS = {
  text: (value) => (value === null ? "none" : String(value)),
  words: (value) => String(value).replaceAll("_", " "),
  amount: (value) => (value === null ? "not known yet" : shownAmount(String(value))),
  address: (value) => (value === null ? "nobody" : shortAddress(String(value))),
  percent: (value) => `${shownAmount(String(value))} %`,
  hundredths: (value) => `${Number(value).toFixed(2)} %`,
  subject: (value) => SUBJECTS[String(value)] ?? String(value),
  match: (value) => MATCHES[String(value)] ?? String(value),
  sum: (value) => (value === true ? "adds up" : "does not add up"),
  failing: (value) => (value === true ? "failing" : "ok"),
  slot: String,
  time: String,
} satisfies Record<string, (value: unknown) => string>;

const SUBJECTS: Readonly<Record<string, string>> = {
  all: "All",
  excluding_project_wallets: "Without the project's wallets",
};

const MATCHES: Readonly<Record<string, string>> = {
  match: "as announced",
  mismatch: "not as announced",
  not_expected: "nothing announced",
};

/** Marks each shown value with its path, so that the browser can compare it with the logged object. */
export function figuresIn(statement: Statement): ShowFigure {
  return (path, format = "text", children) => {
    const value = valueAt(statement, path);
    return (
      <data data-figure={path} data-format={format} value={String(value)}>
        {children ?? FORMATS[format](value)}
      </data>
    );
  };
}

/** The value at a path of names and indexes; null if there is none. */
function valueAt(value: unknown, path: string): unknown {
  let at = value;
  for (const name of path.split(".")) at = Object.entries(at ?? {}).find(([key]) => key === name)?.[1];
  return at ?? null;
}

/** Shows the address at a path in short, which opens to all of it. */
export function Address({ path, statement, show }: ViewProps & { path: string }): JSX.Element {
  const address = valueAt(statement, path);
  if (address === null) return show(path, "address");
  const short = show(path, "address", <code>{FORMATS.address(address)}</code>);
  return <WholeId kind="address" id={String(address)} short={short} whole={show(path, "text")} />;
}

export function enumerateIndexes(rows: readonly unknown[]): number[] {
  return [...rows.keys()];
}
