/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import { isoUtc } from "../../../kit/clock.ts";
import {
  Action,
  Choice,
  EmptyState,
  Field,
  formToken,
  type Reader,
  SandboxBanner,
  StatusMark,
  Table,
  Time,
} from "../../../pages/index.ts";
import { SANDBOX_STATES } from "../../sandbox/files/index.ts";
import { type PromotionReport, type RequestRow, RequestState } from "../../sandbox/promotion/index.ts";
import type { SandboxFacts } from "./read-sandboxes.ts";

export const PATH = "/partners/sandbox";

/** A sandbox key's report, with the request for its live key. */
export interface KeyReport {
  report: Static<typeof PromotionReport>;
  request: RequestRow | null;
}

interface SandboxProps {
  reader: Reader;
  sandboxes: readonly SandboxFacts[];
  reports: readonly KeyReport[];
  now: number;
}

/** A partner's sandboxes, their reset, and what each sandbox key has practised. */
export function Sandbox({ reader, sandboxes, reports, now }: SandboxProps): JSX.Element {
  const token = formToken(reader);
  return (
    <>
      <SandboxBanner />
      <h2 id="state">State</h2>
      {sandboxes.length === 0 ? (
        <EmptyState title="Your sandboxes will be here.">
          The first request with a sandbox key makes your own; the header X-Sandbox names further ones.
        </EmptyState>
      ) : (
        <Sandboxes sandboxes={sandboxes} now={now} />
      )}
      {token !== null && <Reset sandboxes={sandboxes} csrfToken={token} />}
      <h2 id="promotion">Ready for live</h2>
      {reports.length === 0 ? (
        <EmptyState title="Reports of your sandbox keys will be here.">
          Each shows what its key has practised, and what is missing for a live key.
        </EmptyState>
      ) : (
        reports.map((each) => <Report key={each.report.key_id} {...each} csrfToken={token} now={now} />)
      )}
    </>
  );
}

function Sandboxes({ sandboxes, now }: Pick<SandboxProps, "sandboxes" | "now">): JSX.Element {
  return (
    <Table
      caption="Sandboxes"
      columns={[
        { head: "Sandbox", cell: ({ name }) => name ?? "your own" },
        { head: "Initial state", cell: ({ state }) => state ?? "unknown" },
        { head: "Its clock", cell: ({ time }) => isoUtc(time).slice(0, 19).replace("T", " ") },
        { head: "Last reset", cell: ({ resetAt }) => <Time at={resetAt} now={now} /> },
      ]}
      rows={sandboxes}
      keyOf={({ name }) => name ?? ""}
    />
  );
}

function Reset({ sandboxes, csrfToken }: Pick<SandboxProps, "sandboxes"> & { csrfToken: string }) {
  const names = sandboxes.flatMap(({ name }) => (name === null ? [] : [name]));
  return (
    <>
      <h2 id="reset">Reset</h2>
      <p>
        Users, ledger, webhooks and events of the sandbox are replaced, and its clock goes back to its start.
      </p>
      <Action to={`${PATH}/reset`} csrfToken={csrfToken} label="Reset the sandbox" dangerous>
        {names.length > 0 && (
          <Choice
            name="sandbox"
            label="Sandbox"
            options={[["", "your own"], ...names.map((name) => [name, name] as const)]}
          />
        )}
        <Choice name="state" label="State" options={SANDBOX_STATES.map((state) => [state, state] as const)} />
      </Action>
    </>
  );
}

interface ReportProps extends KeyReport {
  csrfToken: string | null;
  now: number;
}

function Report({ report, request, csrfToken, now }: ReportProps): JSX.Element {
  return (
    <>
      <h3 class="anywhere">{report.key_id}</h3>
      <p>
        <StatusMark status={report.ready ? "ok" : "warn"} word={report.ready ? "ready" : "not ready"} />{" "}
        {report.passed_count} of {report.checks_count} checks passed in {report.evidence_days} days.
      </p>
      <Table
        caption={`Checks of ${report.key_id}`}
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
        rows={report.checks}
        keyOf={({ name }) => name}
      />
      {request !== null && <Asked request={request} now={now} />}
      {csrfToken !== null && request?.state !== "waiting" && (
        <Action to={`${PATH}/${report.key_id}/ask`} csrfToken={csrfToken} label="Ask for a live key">
          <Field
            id={`note-${report.key_id}`}
            name="note"
            label="Note to the operators"
            note="Such as what the key is for, and when you need it."
          />
        </Action>
      )}
    </>
  );
}

function Asked({ request, now }: { request: RequestRow; now: number }): JSX.Element {
  const { asked_at, reason, state } = request;
  return (
    <p>
      Live key: <RequestState state={state} />, asked for <Time at={asked_at} now={now} />.
      {reason !== null && ` The operators: ${reason}`}
    </p>
  );
}
