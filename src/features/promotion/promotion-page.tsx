/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import { Action, KeyValue, type Reader, StatusMark, Table } from "../../pages/index.ts";
import type { PromotionReport } from "./model.ts";

interface PromotionProps {
  reader: Reader;
  report: Static<typeof PromotionReport>;
}

/** What a sandbox key has shown, with the button that makes its live key beside it. */
export function Promotion({ reader, report }: PromotionProps): JSX.Element {
  const { key_id, partner, ready, passed_count, checks_count, checks, error_rate } = report;
  const at = `/admin/keys/${key_id}`;
  return (
    <>
      <p class="lead">
        <a href={at}>{key_id}</a> of {partner}
      </p>
      <KeyValue
        rows={[
          [
            "Report",
            <StatusMark key="ready" status={ready ? "ok" : "warn"} word={ready ? "ready" : "not ready"} />,
          ],
          ["Passed", `${passed_count} of ${checks_count}`],
          ["Failed requests", `${error_rate.errors} of the last ${error_rate.requests}`],
        ]}
      />
      <Table
        caption="Checks"
        columns={[
          { head: "Check", cell: ({ title }) => title },
          {
            head: "State",
            cell: ({ passed }) => (
              <StatusMark status={passed ? "ok" : "unknown"} word={passed ? "passed" : "open"} />
            ),
          },
          {
            head: "Evidence, or how to pass it",
            cell: ({ passed, evidence, how_to_pass }) => (passed ? (evidence?.summary ?? "") : how_to_pass),
          },
        ]}
        rows={checks}
        keyOf={({ name }) => name}
      />
      {reader.role === "owner" && reader.csrfToken !== null && (
        <>
          <h2 id="promote">Promote</h2>
          <p>
            Makes a live key with the same scopes, addresses and domains, ready or not; the sandbox key stays.
          </p>
          <Action to={`${at}/promote`} csrfToken={reader.csrfToken} label="Make the live key" main />
        </>
      )}
    </>
  );
}
