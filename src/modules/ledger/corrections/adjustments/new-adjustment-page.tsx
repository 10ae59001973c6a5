/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Action, Choice, Field } from "../../../../pages/index.ts";
import { PATH } from "./adjustments-page.tsx";

interface NewAdjustmentProps {
  csrfToken: string;
  /** First values of the form. */
  query: { partner?: string; user_id?: string };
  /** Salutes. */
  approvalLimit: number;
}

/** The form that credits or debits a user. */
export function NewAdjustment({ csrfToken, query, approvalLimit }: NewAdjustmentProps): JSX.Element {
  return (
    <Action to={PATH} csrfToken={csrfToken} label="Adjust the balance" dangerous>
      <Field name="partner" label="Partner" value={query.partner} required />
      <Field
        name="user_id"
        label="User"
        value={query.user_id}
        note="The service's id, or ext: and the external id."
        required
      />
      <Choice
        name="direction"
        label="Direction"
        options={[
          ["credit", "credit"],
          ["debit", "debit"],
        ]}
      />
      <Field
        name="amount"
        label="Salutes"
        note={`Above ${approvalLimit.toLocaleString("en")} another operator must approve.`}
        required
      />
      <Field name="reason" label="Reason (kept in the audit trail)" required />
    </Action>
  );
}
