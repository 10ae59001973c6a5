/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { FieldFault } from "../../../../http/answers/problem.ts";
import { Choice, Field, Form } from "../../../../pages/index.ts";
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
  const field = (name: keyof EnteredFilters) => {
    const message = faults.find((each) => each.field === name)?.message;
    return {
      name,
      id: `filter-${name}`,
      value: entered[name],
      fault: message === undefined ? undefined : `It ${message}.`,
    };
  };
  const choice = (name: keyof EnteredFilters, known: readonly string[]) => {
    // A comma-separated list from the URL is kept as an additional option.
    const all = known.includes(entered[name]) ? known : [entered[name], ...known];
    return {
      ...field(name),
      options: [["", "any"], ...all.filter(Boolean).map((each) => [each, each] as const)] as const,
    };
  };
  return (
    <Form method="get" to={`${AUDITS_PATH}#anomalies`} class="filter-form">
      <Field {...field("run")} label="Run" placeholder="latest" />
      <Choice {...choice("types", ANOMALY_TYPES)} label="Type" />
      <Choice {...choice("severity", SEVERITIES)} label="Severity" />
      <Field {...field("wallet")} label="Wallet" placeholder="full address" />
      <Field {...field("signature")} label="Transaction" placeholder="8 characters or more" />
      <Field {...field("min_abs_delta")} label="Minimum amount (tokens)" placeholder="1000" />
      <p class="filter-actions">
        <button type="submit" class="button-main">
          Show rows
        </button>
        <a href={`${AUDITS_PATH}#anomalies`}>Show all</a>
      </p>
    </Form>
  );
}
