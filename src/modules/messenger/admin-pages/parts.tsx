/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { ComponentChildren, JSX } from "preact";
import type { Problem } from "../../../http/answers/problem.ts";
import { isoUtc, timeOfEntry } from "../../../kit/clock.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { formatFigure } from "../../../kit/figures.ts";
import { exactNumber } from "../../../kit/formats/exact-number.ts";
import { Form, Sections } from "../../../pages/index.ts";
import { MAX_IDS } from "../audiences/index.ts";
import type { RewardKind } from "../campaigns/index.ts";

export const HOME = "/admin/miniapp";

const SECTIONS = [
  [HOME, "Overview"],
  [`${HOME}/campaigns`, "Campaigns"],
  [`${HOME}/missions`, "Missions"],
  [`${HOME}/players`, "Players"],
  [`${HOME}/bot`, "Bot"],
] as const;

/** Links to the mini-app's admin pages. */
export function MiniappSections({ current }: { current: string }): JSX.Element {
  return <Sections label="Pages of the mini-app" links={SECTIONS} current={current} />;
}

/** A figure with thousands separators. */
export function figure(value: number): string {
  return formatFigure(value, 2);
}

const REWARD_NOUNS: Record<RewardKind, [one: string, many: string]> = {
  salutes: ["salute", "salutes"],
  missiles: ["missile", "missiles"],
  free_spins: ["free spin", "free spins"],
  nothing: ["nothing", "nothing"],
};

/** For example `2.5 salutes`. */
export function rewardText({ amount, kind }: { kind: RewardKind; amount: number }): string {
  if (kind === "nothing") return "nothing";
  const [one, many] = REWARD_NOUNS[kind];
  return `${figure(amount)} ${amount === 1 ? one : many}`;
}

/** Link to the same data as JSON. */
export function JsonLink({ path }: { path: string }): JSX.Element {
  return (
    <p class="note">
      JSON: <a href={path}>{path}</a>
    </p>
  );
}

/** Entered values and validation errors by input name. */
export interface EnteredForm {
  values: Readonly<Record<string, string | undefined>>;
  faults: Readonly<Record<string, string>>;
  /** An error of the whole form; null for none. */
  message: string | null;
}

export const EMPTY_FORM: EnteredForm = { values: {}, faults: {}, message: null };

/** The form with each error of a problem beside its input. @param names input names by API field, where they differ */
export function refusedForm(
  values: EnteredForm["values"],
  problem: Problem,
  names: Readonly<Record<string, string>> = {},
): EnteredForm {
  const details = (problem.options.details ?? []).map(
    ({ field, message }) => [names[field] ?? field, `It ${message}.`] as const,
  );
  const isMarked = details.length > 0 && details.every(([input]) => input in values);
  const message = isMarked ? "Correct the marked fields." : problem.message;
  return { values, faults: Object.fromEntries(details), message };
}

/**
 * A text input, with room for the longest rule of an audience: its Telegram ids. Accepts any text, so that the page itself
 * can show the errors; the operation's shape validates it later.
 */
export const FormText = Type.Optional(Type.String({ maxLength: 20 * MAX_IDS }));

/** An input's text as a number; other text unchanged, for the shape to refuse. */
export function numberOrText(text: string | undefined): number | string | undefined {
  if (text === undefined) return undefined;
  return /^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? (exactNumber(text) ?? text) : text;
}

/** An entered time as ISO 8601; null for none, and other text as it is, for the operation to refuse. */
export function isoOfField(text: string | undefined): string | null {
  if (text === undefined) return null;
  const at = timeOfEntry(text);
  return Number.isNaN(at) ? text : isoUtc(at);
}

/** A time as a field shows it: in UTC, to the minute if that loses nothing; empty for null. */
export function fieldOfIso(iso: string | null): string {
  if (iso === null) return "";
  const minute = iso.slice(0, 16).replace("T", " ");
  return timeOfEntry(minute) === Date.parse(iso) ? minute : iso;
}

/** An operator's form without its buttons; viewers see its fields, which they cannot change. */
export function DeskForm({
  children,
  csrfToken,
  to,
  isWide = false,
}: {
  to: string;
  /** Null for viewers. */
  csrfToken: string | null;
  isWide?: boolean;
  children: ComponentChildren;
}): JSX.Element {
  const look = isWide ? "form form-wide" : "form";
  if (csrfToken === null)
    return (
      <div class={look}>
        <p>For reading only: changes need the role operator.</p>
        <fieldset disabled class="plain">
          {children}
        </fieldset>
      </div>
    );
  return (
    <Form to={to} class={look}>
      <input type="hidden" name="csrf_token" value={csrfToken} />
      {children}
    </Form>
  );
}

/**
 * Digest of a form's values, as a request's body: a changed digest means that the preview no longer applies.
 * The values themselves differ between a stored campaign and what a browser sends of it, such as empty rows' selections.
 */
export function hashFormValues(body: object): string {
  return sha256Hex(JSON.stringify(body));
}

/** What is wrong with the key of a new campaign that exists. */
export const TAKEN = "must be another: this one exists. Open it from the list of campaigns to change it";

/** Shown if the values changed after their preview. */
export const STALE_ODDS = "The values have changed since the preview. Check the new preview, then save.";
