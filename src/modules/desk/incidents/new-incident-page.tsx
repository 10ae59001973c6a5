/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  CheckBox,
  Choice,
  Choices,
  EmptyState,
  Field,
  TextArea,
  TimeField,
} from "../../../pages/index.ts";
import type { PrefillQuery } from "./forms.ts";

interface NewIncidentProps {
  /** Null for readers who may only look. */
  token: string | null;
  checks: readonly string[];
  prefill: PrefillQuery;
}

/** The form for a new incident, filled with what led to it. */
export function NewIncidentContent({ token, checks, prefill }: NewIncidentProps): JSX.Element {
  if (token === null)
    return <EmptyState title="Operators declare incidents.">Your role may read them.</EmptyState>;
  return (
    <Action to="/admin/ops/incidents/open" csrfToken={token} label="Create incident" main>
      <Field name="title" label="Title" value={prefill.title} required />
      <Choice
        name="severity"
        label="Severity"
        options={[
          ["warn", "warn: degraded"],
          ["bad", "bad: an outage"],
        ]}
        value={prefill.severity}
      />
      <TextArea name="message" label="First update" rows={3} hasProse />
      <TimeField name="started_at" label="Start" note="Empty: it begins now." value={prefill.started_at} />
      <CheckBox name="public">Public: shown on the status page, sent to subscribers</CheckBox>
      <Choices
        name="checks"
        legend="Affected checks (none: the whole service)"
        options={checks.map((check) => [check, check] as const)}
        values={prefill.checks ?? []}
      />
    </Action>
  );
}
