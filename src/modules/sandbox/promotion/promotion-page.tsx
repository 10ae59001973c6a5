/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import {
  Action,
  Field,
  KeyValue,
  PartnerLink,
  type Reader,
  SandboxBanner,
  StatusMark,
  Table,
} from "../../../pages/index.ts";
import type { PromotionReport } from "./model.ts";

interface PromotionProps {
  reader: Reader;
  /** Whether the partner has begun to practise: else there is nothing to reset. */
  hasPractised: boolean;
  report: Static<typeof PromotionReport>;
}

/** What a sandbox key has shown, with the button that makes its live key beside it. */
export function Promotion({ reader, report, hasPractised }: PromotionProps): JSX.Element {
  const { key_id, partner, ready, passed_count, checks_count, checks, error_rate } = report;
  const at = `/admin/keys/${key_id}`;
  return (
    <>
      <p class="lead">
        <a href={at}>{key_id}</a> of <PartnerLink name={partner} />
      </p>
      <SandboxBanner />
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
          <Action to={`${at}/promote`} csrfToken={reader.csrfToken} label="Promote key" main />
        </>
      )}
      <h2 id="practice">Practice state</h2>
      {hasPractised ? (
        <>
          <p>
            A reset puts the seed in the place of all that the keys of {partner} made in the sandbox. Recorded
            answers go too; the keys and this report stay, and nothing live is touched.
          </p>
          {reader.role !== "viewer" && reader.csrfToken !== null && (
            <Action
              to={`${at}/reset-practice`}
              csrfToken={reader.csrfToken}
              label="Reset the practice state"
              dangerous
            >
              <Field name="partner" label="Partner" required note={`Enter ${partner} to confirm.`} />
            </Action>
          )}
        </>
      ) : (
        <p>It is made at a key's first request. There is nothing to reset yet.</p>
      )}
    </>
  );
}
