/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { ComponentChildren, JSX } from "preact";
import type { Problem } from "../../../http/answers/problem.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { formatFigure } from "../../../kit/figures.ts";
import { Choice } from "../../../pages/index.ts";
import type { RewardKind } from "../campaigns/index.ts";

export const HOME = "/admin/miniapp";

const SECTIONS = [
  [HOME, "Overview"],
  [`${HOME}/campaigns`, "Campaigns"],
  [`${HOME}/missions`, "Missions"],
  [`${HOME}/players`, "Players"],
  [`${HOME}/bot`, "Bot"],
] as const;

/** The pages of the mini-app beside each other. */
export function Sections({ current }: { current: string }): JSX.Element {
  return (
    <nav aria-label="Pages of the mini-app">
      <ul class="sections">
        {SECTIONS.map(([path, label]) => (
          <li key={path}>
            <a href={path} aria-current={path === current ? "page" : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Selects the audience group of a campaign or mission. @param name the field's name in the form */
export function AudienceChoice({
  name = "audience",
  groups,
  entered: { faults, values },
}: {
  name?: string;
  /** Keys of audience groups. */
  groups: readonly string[];
  entered: Entered;
}): JSX.Element {
  return (
    <Choice
      name={name}
      label="Audience"
      options={[["", "everybody"], ...groups.map((key) => [key, key] as const)]}
      value={values[name]}
      fault={faults[name]}
    />
  );
}

/** A figure with thousands separators. */
export function figure(value: number): string {
  return formatFigure(value, 2);
}

const REWARD_WORDS: Record<RewardKind, [one: string, many: string]> = {
  salutes: ["salute", "salutes"],
  missiles: ["missile", "missiles"],
  free_spins: ["free spin", "free spins"],
  nothing: ["nothing", "nothing"],
};

/** Such as `2.5 salutes`. */
export function rewardWords({ amount, kind }: { kind: RewardKind; amount: number }): string {
  if (kind === "nothing") return "nothing";
  const [one, many] = REWARD_WORDS[kind];
  return `${figure(amount)} ${amount === 1 ? one : many}`;
}

/** Where the same figures are for programs. */
export function ForPrograms({ path }: { path: string }): JSX.Element {
  return (
    <p class="note">
      For programs: <a href={path}>{path}</a>
    </p>
  );
}

/** What was entered, by the input's name, and what is wrong with it. */
export interface Entered {
  values: Readonly<Record<string, string | undefined>>;
  faults: Readonly<Record<string, string>>;
  /** A sentence about the whole. */
  message: string | null;
}

export const NOTHING_ENTERED: Entered = { values: {}, faults: {}, message: null };

/** A refusal as the form shows it: each fault beside its input. `names` maps fields of the API to inputs. */
export function enteredWith(
  values: Entered["values"],
  problem: Problem,
  names: Readonly<Record<string, string>> = {},
): Entered {
  const faults = Object.fromEntries(
    (problem.options.details ?? []).map(({ field, message }) => [names[field] ?? field, `It ${message}.`]),
  );
  return { values, faults, message: problem.message };
}

/** One input of a form that answers its own mistakes: lenient here, judged by the operation's own shape. */
export const Loose = Type.Optional(Type.String({ maxLength: 20_000 }));

/** Text of an input as a number; what is none stays text, for the shape to refuse. */
export function numeric(text: string | undefined): number | string | undefined {
  if (text === undefined) return undefined;
  return /^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? Number(text) : text;
}

/** What a browser's field for date and time holds, taken as UTC; null where it is empty. */
export function instant(text: string | undefined): string | null {
  if (text === undefined) return null;
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) ? `${text}:00Z` : text;
}

/** The same the other way round. */
export function fieldOfInstant(iso: string | null): string {
  return iso === null ? "" : iso.slice(0, 16);
}

export const REWARD_OPTIONS = [
  ["salutes", "salutes"],
  ["missiles", "missiles"],
  ["free_spins", "free spins"],
  ["nothing", "nothing"],
] as const;

/** A form of a signed-in operator with buttons of its own. */
export function DeskForm({
  children,
  csrfToken,
  to,
  isWide = false,
}: {
  to: string;
  csrfToken: string;
  isWide?: boolean;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <form method="post" action={to} class={isWide ? "form form-wide" : "form"}>
      <input type="hidden" name="csrf_token" value={csrfToken} />
      {children}
    </form>
  );
}

/** Tells what was entered from anything else: what was looked at is what is saved. */
export function digestOf(values: Entered["values"], fields: readonly string[]): string {
  return sha256Hex(JSON.stringify(fields.map((field) => values[field] ?? "")));
}

/** Where odds were shown of something else than what is to be saved now. */
export const CHANGED_SINCE =
  "What was entered has changed since its odds were shown. Look at them again, then save.";
