/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Action, Choice, Choices, EmptyState, Field, TimeField } from "../../../pages/index.ts";
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
      <div class="field">
        <label for="message">First update</label>
        <textarea id="message" name="message" rows={3} />
      </div>
      <TimeField name="started_at" label="Start" note="Empty: it begins now." value={prefill.started_at} />
      <label class="choice">
        <input type="checkbox" name="public" value="1" /> Public: shown on the status page, sent to
        subscribers
      </label>
      <Choices
        name="checks"
        legend="Affected checks (none: the whole service)"
        options={checks.map((check) => [check, check] as const)}
        values={prefill.checks ?? []}
      />
    </Action>
  );
}
