/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Choice, Field, TimeField } from "../../../pages/index.ts";
import type { EnteredForm } from "./parts.tsx";

interface InputProps {
  name: string;
  label: string;
  entered: EnteredForm;
}

/** A text input with its entered value and error. */
export function TextField({
  entered: { faults, values },
  name,
  ...rest
}: InputProps & { note?: string; required?: boolean; type?: "number" }): JSX.Element {
  return <Field name={name} value={values[name]} fault={faults[name]} {...rest} />;
}

/** A select input with its entered value and error. */
export function SelectField({
  entered: { faults, values },
  name,
  ...rest
}: InputProps & { options: readonly (readonly [value: string, label: string])[] }): JSX.Element {
  return <Choice name={name} value={values[name]} fault={faults[name]} {...rest} />;
}

interface PrefixedProps {
  /** Comes before the names of the inputs. */
  prefix?: string;
  entered: EnteredForm;
}

/** Selects the audience group of a campaign or mission. */
export function AudienceField({
  entered,
  groups,
  prefix = "",
}: PrefixedProps & {
  /** Keys of audience groups. */
  groups: readonly string[];
}): JSX.Element {
  const options = [["", "everybody"] as const, ...groups.map((key) => [key, key] as const)];
  return <SelectField name={`${prefix}audience`} label="Audience" options={options} entered={entered} />;
}

/** Start and end, in UTC. */
export function PeriodFields({ entered, prefix = "" }: PrefixedProps): JSX.Element {
  return (
    <div class="pair">
      <PeriodEnd name={`${prefix}starts_at`} label="Start" note="Empty: immediately." entered={entered} />
      <PeriodEnd name={`${prefix}ends_at`} label="End" note="Empty: never." entered={entered} />
    </div>
  );
}

function PeriodEnd({
  entered: { faults, values },
  name,
  ...rest
}: InputProps & { note: string }): JSX.Element {
  return <TimeField name={name} value={values[name]} fault={faults[name]} {...rest} />;
}

/** The reason by which an owner saves a campaign that creates salutes without end. */
export function OverrideField({ entered, prefix = "" }: PrefixedProps): JSX.Element {
  return (
    <TextField
      name={`${prefix}override_reason`}
      label="Reason to save a game that mints"
      note="Only for an owner; the audit trail records it."
      entered={entered}
    />
  );
}

const STATES = [
  ["1", "enabled"],
  ["0", "disabled"],
] as const;

export function StateField({ entered, prefix = "" }: PrefixedProps): JSX.Element {
  return <SelectField name={`${prefix}enabled`} label="State" options={STATES} entered={entered} />;
}

const ALGORITHMS = [
  ["reject-v1", "exactly uniform (reject-v1)"],
  ["stake-v1", "compatible with third-party verifiers (stake-v1)"],
] as const;

export function AlgorithmField({ entered, prefix = "" }: PrefixedProps): JSX.Element {
  return <SelectField name={`${prefix}algorithm`} label="Draw" options={ALGORITHMS} entered={entered} />;
}

const REWARDS = [
  ["salutes", "salutes"],
  ["missiles", "missiles"],
  ["free_spins", "free spins"],
  ["nothing", "nothing"],
] as const;

export function RewardKindField({ entered, name }: Omit<InputProps, "label">): JSX.Element {
  return <SelectField name={name} label="Reward" options={REWARDS} entered={entered} />;
}
