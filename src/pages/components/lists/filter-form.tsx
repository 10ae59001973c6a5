/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Choice } from "../forms/choice.tsx";
import { Field } from "../forms/field.tsx";
import { Form } from "../forms/form.tsx";
import type { ListAddress } from "./list-address.ts";

/** A filter of a list, named like its query parameter. */
export interface Filter {
  name: string;
  label: string;
  /** `text` by default; `time` takes a day or a time in UTC. */
  kind?: "text" | "time";
  /** The values to choose from, in addition to any; each with its label if they differ. */
  options?: readonly (string | readonly [value: string, label: string])[];
  /** The choice of none of them, if it is not any. */
  unset?: string;
}

interface FilterFormProps {
  list: ListAddress;
  filters: readonly Filter[];
  /** Parameters of the list that filtering keeps, such as its order. */
  keep?: readonly string[];
}

/** More filters than these are folded on a narrow screen, where they would fill it before the first row. */
const MOST_UNFOLDED = 2;

/**
 * The filters of a list, as a GET form: each view of the list has an address of its own. On a narrow screen many filters
 * are behind a button, which counts those that are set, unless one is refused.
 */
export function FilterForm({ list, filters, keep = ["sort", "columns"] }: FilterFormProps): JSX.Element {
  const set = filters.filter(({ name }) => list.text(name) !== undefined).length;
  const kept = keep.filter((name) => list.text(name) !== undefined);
  const form = (
    <Form method="get" to={list.path} class="form filters">
      {kept.map((name) => (
        <input key={name} type="hidden" name={name} value={list.text(name)} />
      ))}
      {filters.map((filter) => (
        <FilterField key={filter.name} filter={filter} value={list.text(filter.name)} />
      ))}
      <button type="submit">Filter</button>
      {set > 0 && <a href={list.path}>Show all</a>}
    </Form>
  );
  if (filters.length <= MOST_UNFOLDED) return form;
  return (
    <div class="filter-fold">
      <input type="checkbox" id="filters-open" class="fold-switch" />
      <label for="filters-open" class="fold-label">
        {set === 0 ? "Filters" : `Filters, ${set} set`}
      </label>
      <div class="fold">{form}</div>
    </div>
  );
}

function FilterField({ filter, value }: { filter: Filter; value: string | undefined }): JSX.Element {
  const { name, label, kind = "text", options, unset = "any" } = filter;
  if (options !== undefined) {
    const pairs = options.map((each) => (typeof each === "string" ? ([each, each] as const) : each));
    return <Choice name={name} label={label} value={value} options={[["", unset], ...pairs]} />;
  }
  const isTime = kind === "time";
  return (
    <Field
      name={name}
      label={isTime ? `${label} (UTC)` : label}
      value={value}
      placeholder={isTime ? "2026-11-22 10:30" : ""}
    />
  );
}
