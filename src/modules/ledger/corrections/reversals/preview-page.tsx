/** @jsxImportSource preact */

import type { JSX } from "preact";
import { fromHundredths } from "../../../../kit/money.ts";
import {
  Action,
  Choice,
  EmptyState,
  Field,
  KeyValue,
  ListAddress,
  PartnerLink,
  type Reader,
  Table,
  Tiles,
  UserLink,
} from "../../../../pages/index.ts";
import { LEDGER_PATH, REVERSE_PATH } from "../../desk-entries/index.ts";
import { needsApproval } from "../approval.ts";
import { countedEntries } from "../words.ts";
import { type Foreseen, foresee, type Uncovered } from "./rules.ts";
import type { Selection } from "./select-entries.ts";

interface PreviewProps {
  reader: Reader;
  selection: Selection;
  /** The filter as it was sent; null for a selection by ids. */
  filter: Record<string, string | number> | null;
  /** The newest entry at the time of the preview. */
  newest: number;
  /** Salutes. */
  approvalLimit: number;
}

const ROWS = 100;

/** The effects of a reversal: users, amounts, entries that balances do not cover; and its form. */
export function ReversalPreview(props: PreviewProps): JSX.Element {
  const { selection, filter } = props;
  const { candidates, leftOut, leftOutCount, hasMore } = selection;
  const back = new ListAddress(LEDGER_PATH, filter ?? {}).with({});
  const skip = foresee(candidates, "skip");
  const partial = foresee(candidates, "partial");
  return (
    <>
      {filter !== null && (
        <KeyValue
          rows={Object.entries(filter).map(([name, value]) => [name.replaceAll("_", " "), String(value)])}
        />
      )}
      {candidates.length === 0 ? (
        <EmptyState title="Entries to reverse would be here.">
          None can be reversed. <a href={back}>Back to the ledger</a>
        </EmptyState>
      ) : (
        <>
          <Tiles
            tiles={[
              { label: "Entries", value: candidates.length.toLocaleString("en") },
              { label: "Salutes", value: salutes(skip.total), note: "sum of the amounts without sign" },
              { label: "Users", value: skip.users.length.toLocaleString("en") },
              { label: "Not covered", value: skip.shortfalls.length.toLocaleString("en") },
            ]}
          />
          {hasMore && (
            <p>
              More entries match: a reversal takes the newest {candidates.length.toLocaleString("en")}.
              Reverse the rest afterwards.
            </p>
          )}
          <Users skip={skip} partial={partial} />
          <Shortfalls skip={skip} partial={partial} entries={candidates.length} />
        </>
      )}
      <LeftOut leftOut={leftOut} count={leftOutCount} />
      {candidates.length > 0 && <ReversalForm {...props} total={skip.total} shortfalls={skip.shortfalls} />}
      <p>
        <a href={back}>Back without a reversal</a>
      </p>
    </>
  );
}

function Users({ skip, partial }: { skip: Foreseen; partial: Foreseen }): JSX.Element {
  const short = skip.shortfalls.length > 0;
  const rows = skip.users.map((user, index) => ({
    ...user,
    partly: partial.users[index]?.after ?? user.after,
  }));
  return (
    <>
      <h2 id="users">Users</h2>
      <Table
        caption="Users with their balances before and after"
        columns={[
          { head: "User", cell: ({ userId }) => <UserLink id={userId} /> },
          { head: "Partner", cell: ({ partner }) => <PartnerLink name={partner} /> },
          { head: "Entries", cell: ({ entries }) => entries.toLocaleString("en"), numeric: true },
          { head: "Balance now", cell: ({ before }) => salutes(before), numeric: true },
          {
            head: short ? "Balance after, with skip" : "Balance after",
            cell: ({ after }) => salutes(after),
            numeric: true,
          },
          ...(short
            ? [
                {
                  head: "Balance after, with partial",
                  cell: ({ partly }: { partly: number }) => salutes(partly),
                  numeric: true,
                },
              ]
            : []),
        ]}
        rows={rows.slice(0, ROWS)}
        keyOf={({ userId }) => userId}
      />
      <More shown={ROWS} count={rows.length} what="users" />
    </>
  );
}

function Shortfalls({
  skip,
  partial,
  entries,
}: {
  skip: Foreseen;
  partial: Foreseen;
  entries: number;
}): JSX.Element {
  const { shortfalls } = skip;
  const sumOf = (rows: readonly Uncovered[]) => salutes(rows.reduce((sum, { missing }) => sum + missing, 0));
  return (
    <>
      <h2 id="shortfalls">Entries that balances do not cover</h2>
      {shortfalls.length === 0 ? (
        <p>None: no balance would go below zero.</p>
      ) : (
        <>
          <KeyValue
            rows={[
              ["refuse", "Nothing is reversed."],
              ["partial", `Takes what each balance has; ${sumOf(partial.shortfalls)} salutes stay missing.`],
              [
                "skip",
                `Leaves ${countedEntries(shortfalls.length)} and reverses ${countedEntries(entries - shortfalls.length)}.`,
              ],
            ]}
          />
          <Table
            caption="Entries that balances do not cover, newest first"
            columns={[
              { head: "Entry", cell: ({ entryId }) => entryId },
              { head: "User", cell: ({ userId }) => <UserLink id={userId} /> },
              { head: "Balance then", cell: ({ balance }) => salutes(balance), numeric: true },
              { head: "Missing", cell: ({ missing }) => salutes(missing), numeric: true },
            ]}
            rows={shortfalls.slice(0, ROWS)}
            keyOf={({ entryId }) => entryId}
          />
          <More shown={ROWS} count={shortfalls.length} what="entries" />
        </>
      )}
    </>
  );
}

function LeftOut({ leftOut, count }: { leftOut: Selection["leftOut"]; count: number }): JSX.Element | null {
  if (count === 0) return null;
  return (
    <details open={count <= 5}>
      <summary>{countedEntries(count)} left out</summary>
      <ul>
        {leftOut.slice(0, ROWS).map(({ entryId, why }) => (
          <li key={entryId}>
            Entry {entryId}: {why}.
          </li>
        ))}
      </ul>
      <More shown={ROWS} count={count} what="entries" />
    </details>
  );
}

function ReversalForm({
  reader,
  selection: { candidates },
  filter,
  newest,
  approvalLimit,
  total,
  shortfalls,
}: PreviewProps & Pick<Foreseen, "total" | "shortfalls">): JSX.Element | null {
  if (reader.csrfToken === null) return null;
  const fields = filter ?? { entry_ids: candidates.map(({ id }) => id).join(",") };
  const count = candidates.length;
  const waits = needsApproval(total, approvalLimit);
  const effect = `${countedEntries(count)} of ${salutes(total)} salutes`;
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
        {Object.entries({ ...fields, newest, count }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={String(value)} />
        ))}
        <Field name="note" label="Reason (kept in the audit trail)" required />
        {shortfalls.length > 0 ? (
          <Choice
            name="on_shortfall"
            label="Entries that are not covered"
            value="skip"
            options={[
              ["skip", "skip: leave them"],
              ["partial", "partial: take what is there"],
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

function More({ shown, count, what }: { shown: number; count: number; what: string }): JSX.Element | null {
  if (count <= shown) return null;
  return (
    <p>
      And {(count - shown).toLocaleString("en")} more {what}.
    </p>
  );
}

function salutes(hundredths: number): string {
  return fromHundredths(hundredths).toLocaleString("en");
}
