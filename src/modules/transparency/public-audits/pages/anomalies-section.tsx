/** @jsxImportSource preact */

import type { JSX } from "preact";
import { EmptyState } from "../../../../pages/index.ts";
import { AUDITS_PATH } from "../paths.ts";
import { AnomalyTable } from "./anomaly-table.tsx";
import { FilterForm } from "./filter-form.tsx";
import { Sources } from "./sources.tsx";
import { type AuditView, rowsAddress } from "./view.ts";

/** A run's filtered rows, one page at a time. */
export function AnomaliesSection({ view, now }: { view: AuditView; now: number }): JSX.Element {
  const { entered, faults, isFiltered, selected, page } = view;
  const parameters = new URLSearchParams(Object.entries(entered).filter(([, value]) => value !== ""));
  return (
    <>
      <FilterForm entered={entered} faults={faults} />
      {page.rows.length === 0 && faults.length === 0 && (
        <EmptyState title={isFiltered ? "No row matches these filters" : "No anomalies"}>
          <p>
            {isFiltered
              ? "Remove a filter, or select another run."
              : `All detectors examined ${selected?.label ?? "the window"}, and none fired.`}
          </p>
        </EmptyState>
      )}
      {page.rows.length > 0 && (
        <AnomalyTable caption={`Anomalies of ${selected?.label ?? ""}, by slot`} rows={page.rows} now={now} />
      )}
      {page.next !== null && (
        <p>
          <a class="button" href={rowsAddress(AUDITS_PATH, entered, page.next)}>
            Next rows
          </a>
        </p>
      )}
      {faults.length === 0 && (
        <Sources
          paths={[
            [`export.json?${parameters}`, "These rows as JSON"],
            [`export?${parameters}`, "as CSV"],
          ]}
        />
      )}
    </>
  );
}
