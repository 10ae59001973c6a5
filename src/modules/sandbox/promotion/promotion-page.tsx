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
  /** Whether the partner has used the sandbox; otherwise there is nothing to reset. */
  hasSandboxState: boolean;
  report: Static<typeof PromotionReport>;
}

/** The promotion report of a sandbox key, with the button that creates its live key. */
export function Promotion({ reader, report, hasSandboxState }: PromotionProps): JSX.Element {
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
      <Checks checks={checks} />
      <Promote reader={reader} at={at} />
      <SandboxState reader={reader} at={at} partner={partner} hasSandboxState={hasSandboxState} />
    </>
  );
}

function Checks({ checks }: Pick<PromotionProps["report"], "checks">): JSX.Element {
  return (
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
  );
}

interface FormProps {
  reader: Reader;
  /** The key's path. */
  at: string;
}

/** The form that creates the live key, for owners. */
function Promote({ reader, at }: FormProps): JSX.Element | null {
  if (reader.role !== "owner" || reader.csrfToken === null) return null;
  return (
    <>
      <h2 id="promote">Promote</h2>
      <p>
        Creates a live key with the same scopes, addresses and domains, whether or not the report is ready;
        the sandbox key stays.
      </p>
      <Action to={`${at}/promote`} csrfToken={reader.csrfToken} label="Create live key" main />
    </>
  );
}

interface SandboxStateProps extends FormProps {
  partner: string;
  hasSandboxState: boolean;
}

function SandboxState({ reader, at, partner, hasSandboxState }: SandboxStateProps): JSX.Element {
  return (
    <>
      <h2 id="sandbox">Sandbox state</h2>
      {hasSandboxState ? (
        <>
          <p>
            A reset replaces everything that the keys of {partner} created in the sandbox with the seed.
            Recorded answers are deleted too; the keys and this report stay, and nothing live is touched.
          </p>
          {reader.role !== "viewer" && reader.csrfToken !== null && (
            <Action
              to={`${at}/reset-sandbox`}
              csrfToken={reader.csrfToken}
              label="Reset sandbox state"
              dangerous
            >
              <Field name="partner" label="Partner" required note={`Enter ${partner} to confirm.`} />
            </Action>
          )}
        </>
      ) : (
        <p>Created by a key's first request. There is nothing to reset yet.</p>
      )}
    </>
  );
}
