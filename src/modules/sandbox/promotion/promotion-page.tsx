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
import type { PromotionPlan } from "./plan.ts";
import { Asked, type RequestRow } from "./requests/index.ts";

interface PromotionProps {
  reader: Reader;
  /** Whether the partner has used the sandbox; otherwise there is nothing to reset. */
  hasSandboxState: boolean;
  report: Static<typeof PromotionReport>;
  plan: PromotionPlan;
  /** The partner's request for it; null if it did not ask. */
  request: RequestRow | null;
  now: number;
}

/** The promotion report of a sandbox key, with the button that creates its live key. */
export function Promotion({
  reader,
  report,
  plan,
  hasSandboxState,
  request,
  now,
}: PromotionProps): JSX.Element {
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
          ["Different operations", `${error_rate.operations} of at least ${error_rate.min_operations}`],
        ]}
      />
      <Checks checks={checks} />
      <Asked request={request} reader={reader} now={now} />
      <Promote reader={reader} at={at} plan={plan} />
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

/** The form that creates the live key, for owners; with concerns it asks for the partner's name. */
function Promote({ reader, at, plan }: FormProps & { plan: PromotionPlan }): JSX.Element | null {
  if (reader.role !== "owner" || reader.csrfToken === null) return null;
  const { allowedIps, concerns, domains, partner, scopes } = plan;
  return (
    <>
      <h2 id="promote">Promote</h2>
      <p>Creates this live key; the sandbox key stays.</p>
      <KeyValue
        rows={[
          ["Partner", partner],
          ["Mode", "live"],
          ["Scopes", scopes.join(", ")],
          ["Addresses", allowedIps.length === 0 ? "any" : allowedIps.join(", ")],
          ["Domains", domains.length === 0 ? "our own" : domains.join(", ")],
        ]}
      />
      {concerns.map((concern) => (
        <p key={concern}>
          <StatusMark status="warn" word="Confirm" /> {concern}
        </p>
      ))}
      <Action to={`${at}/promote`} csrfToken={reader.csrfToken} label="Create live key" main>
        {concerns.length > 0 && (
          <Field name="confirm" label="Partner" required note={`Enter ${partner} to confirm.`} />
        )}
      </Action>
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
