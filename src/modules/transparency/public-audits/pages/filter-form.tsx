/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { FieldFault } from "../../../../http/answers/problem.ts";
import { ANOMALY_TYPES, SEVERITIES } from "../../audits/detectors/index.ts";
import { AUDITS_PATH } from "../paths.ts";

/** The filters as entered, valid or not; empty strings for unset filters. */
export interface EnteredFilters {
  run: string;
  severity: string;
  types: string;
  signature: string;
  wallet: string;
  min_abs_delta: string;
}

interface FilterFormProps {
  entered: EnteredFilters;
  faults: readonly FieldFault[];
}

/** The filter form, with each error beside its field. */
export function FilterForm({ entered, faults }: FilterFormProps): JSX.Element {
  const field = (name: keyof EnteredFilters) => ({
    name,
    value: entered[name],
    fault: faults.find((each) => each.field === name)?.message,
  });
  return (
    <form method="get" action={`${AUDITS_PATH}#anomalies`} class="filter-form">
      <Text {...field("run")} label="Run" placeholder="latest" />
      <Choice {...field("types")} label="Type" choices={ANOMALY_TYPES} />
      <Choice {...field("severity")} label="Severity" choices={SEVERITIES} />
      <Text {...field("wallet")} label="Wallet" placeholder="full address" />
      <Text {...field("signature")} label="Transaction" placeholder="8 characters or more" />
      <Text {...field("min_abs_delta")} label="Minimum amount (tokens)" placeholder="1000" />
      <p class="filter-actions">
        <button type="submit" class="button-main">
          Show rows
        </button>
        <a href={`${AUDITS_PATH}#anomalies`}>Show all</a>
      </p>
    </form>
  );
}

interface InputProps {
  name: string;
  label: string;
  value: string;
  fault: string | undefined;
}

function Text({ name, label, value, fault, placeholder }: InputProps & { placeholder: string }): JSX.Element {
  return (
    <Frame name={name} label={label} fault={fault}>
      <input
        id={`filter-${name}`}
        name={name}
        value={value}
        placeholder={placeholder}
        autocomplete="off"
        spellcheck={false}
        {...described(name, fault)}
      />
    </Frame>
  );
}

/** A select. A comma-separated list from the URL is kept as an additional option. */
function Choice({
  name,
  label,
  value,
  fault,
  choices,
}: InputProps & { choices: readonly string[] }): JSX.Element {
  const all = value === "" || choices.includes(value) ? choices : [value, ...choices];
  return (
    <Frame name={name} label={label} fault={fault}>
      <select id={`filter-${name}`} name={name} {...described(name, fault)}>
        <option value="">any</option>
        {all.map((choice) => (
          <option key={choice} value={choice} selected={choice === value}>
            {choice}
          </option>
        ))}
      </select>
    </Frame>
  );
}

function Frame({
  name,
  label,
  fault,
  children,
}: Omit<InputProps, "value"> & { children: JSX.Element }): JSX.Element {
  return (
    <div class="field">
      <label for={`filter-${name}`}>{label}</label>
      {children}
      {fault !== undefined && (
        <p id={`filter-${name}-fault`} class="note fault">
          It {fault}.
        </p>
      )}
    </div>
  );
}

function described(name: string, fault: string | undefined) {
  return fault === undefined
    ? {}
    : ({ "aria-invalid": "true", "aria-describedby": `filter-${name}-fault` } as const);
}
