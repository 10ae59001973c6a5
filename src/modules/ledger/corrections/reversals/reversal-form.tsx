/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Action, Choice, Field, type Reader } from "../../../../pages/index.ts";
import { REVERSE_PATH } from "../../desk-entries/index.ts";
import { needsApproval } from "../approval.ts";
import { countedEntries, salutes } from "../words.ts";
import type { Foreseen } from "./rules.ts";
import { digestCandidates, type Selection } from "./select-entries.ts";

export interface PreviewProps {
  reader: Reader;
  selection: Selection;
  /** The filter as it was sent; null for a selection by ids. */
  filter: Record<string, string | number> | null;
  /** The newest entry at the time of the preview. */
  newest: number;
  /** The newest reversal at that time; 0 before the first. */
  lastReversal: number;
  /** Salutes. */
  approvalLimit: number;
}

/** The confirmation of a previewed reversal, with its effect in figures: each choice's own if they differ. */
export function ReversalForm({
  reader,
  selection,
  filter,
  newest,
  lastReversal,
  approvalLimit,
  skip,
  partial,
}: PreviewProps & { skip: Foreseen; partial: Foreseen }): JSX.Element | null {
  if (reader.csrfToken === null) return null;
  const { candidates } = selection;
  const fields = filter ?? { entries: candidates.map(({ id }) => id).join(",") };
  const count = candidates.length;
  const { total, moved, shortfalls, overLimit } = skip;
  const leftCount = shortfalls.length + overLimit.length;
  const waits = needsApproval(total, approvalLimit);
  const effect = moved === total ? `${countedEntries(count)} of ${salutes(total)} salutes` : "the entries";
  return (
    <>
      <h2 id="confirm">Confirm</h2>
      <p>
        Each entry is reversed by an entry of the system, once. The partners receive events. What a reversal
        moved cannot be reversed again, only adjusted.
      </p>
      {waits && (
        <p>
          Above {approvalLimit.toLocaleString("en")} salutes another operator must approve it before anything
          is reversed.
        </p>
      )}
      <Action
        to={REVERSE_PATH}
        csrfToken={reader.csrfToken}
        label={waits ? `Ask for the reversal of ${effect}` : `Reverse ${effect}`}
        dangerous
      >
        {Object.entries({
          ...fields,
          newest,
          last_reversal: lastReversal,
          digest: digestCandidates(selection),
        }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={String(value)} />
        ))}
        <Field name="note" label="Reason (kept in the audit trail)" required />
        {leftCount > 0 ? (
          <Choice
            name="on_shortfall"
            label="Entries that the balances do not allow"
            value="skip"
            options={[
              [
                "skip",
                `skip: leave them, and reverse ${countedEntries(count - leftCount)} of ${salutes(moved)} salutes`,
              ],
              [
                "partial",
                `partial: take what is there, ${salutes(partial.moved)} of ${salutes(total)} salutes`,
              ],
              ["refuse", "refuse: reverse nothing"],
            ]}
          />
        ) : (
          <input type="hidden" name="on_shortfall" value="refuse" />
        )}
      </Action>
    </>
  );
}
