/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  EmptyState,
  KeyValue,
  ListAddress,
  PartnerLink,
  StatusMark,
  Table,
  Tiles,
  UserLink,
  useRefusedForm,
} from "../../../../pages/index.ts";
import { LEDGER_PATH, REVERSE_PATH } from "../../desk-entries/index.ts";
import { countedEntries, salutes } from "../words.ts";
import { type PreviewProps, ReversalForm } from "./reversal-form.tsx";
import { PATH } from "./reversal-list.tsx";
import { type Foreseen, foresee, type Uncovered } from "./rules.ts";
import { digestCandidates, type Selection } from "./select-entries.ts";

const ROWS = 100;

/** The effects of a reversal: users, amounts, entries that balances do not cover; and its form. */
export function ReversalPreview(props: PreviewProps): JSX.Element {
  const { selection, filter } = props;
  const { candidates, leftOut, leftOutCount, hasMore, examinedTo } = selection;
  const back = new ListAddress(LEDGER_PATH, filter ?? {}).with({});
  const least = examinedTo === null ? "" : "at least ";
  const skip = foresee(candidates, "skip");
  const partial = foresee(candidates, "partial");
  const takers = useTakers(selection);
  return (
    <>
      {takers !== null && <OutOfDate takers={takers} />}
      {filter !== null && (
        <KeyValue
          rows={Object.entries(filter).map(([name, value]) => [name.replaceAll("_", " "), String(value)])}
        />
      )}
      {examinedTo !== null && <Unexamined {...{ filter, examinedTo }} />}
      {candidates.length === 0 ? (
        <EmptyState title="Entries to reverse would be here.">
          {examinedTo === null ? "None can be reversed." : "None of the newest entries can be reversed."}{" "}
          <a href={back}>Select others in the ledger</a>
        </EmptyState>
      ) : (
        <>
          <Tiles
            tiles={[
              { label: "Entries", value: least + candidates.length.toLocaleString("en") },
              {
                label: "Salutes",
                value: least + salutes(skip.total),
                note: "sum of the amounts without sign",
              },
              { label: "Users", value: least + skip.users.length.toLocaleString("en") },
              { label: "Not covered", value: least + skip.shortfalls.length.toLocaleString("en") },
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
      <LeftOut leftOut={leftOut} count={leftOutCount} isOpen={takers !== null} />
      {candidates.length > 0 && examinedTo === null && <ReversalForm {...props} {...{ skip, partial }} />}
      <p>
        <a href={back}>Back without a reversal</a>
      </p>
    </>
  );
}

/**
 * The reversals that have taken entries since the preview from which the refused form was sent; null unless other
 * entries can be reversed now.
 */
function useTakers(selection: Selection): number[] | null {
  const refused = useRefusedForm({ to: REVERSE_PATH });
  if (refused === null || refused.entered.digest === digestCandidates(selection)) return null;
  const last = Number(refused.entered.last_reversal);
  return [...new Set(selection.leftOut.map(({ heldBy }) => heldBy))]
    .filter((id) => id !== null)
    .filter((id) => id > last);
}

function OutOfDate({ takers }: { takers: readonly number[] }): JSX.Element {
  return (
    <p>
      <StatusMark status="warn" word="out of date" />{" "}
      {takers.length === 0
        ? "Other entries can be reversed now than in the preview from which you sent the form."
        : "Entries of the preview from which you sent the form were taken since:"}{" "}
      {takers.map((id) => (
        <ReversalLink key={id} id={id} />
      ))}
    </p>
  );
}

function ReversalLink({ id }: { id: number }): JSX.Element {
  return <a href={`${PATH}/${id}`}>reversal {id}</a>;
}

/** Which part was examined, and the way to exact figures, without which nothing is reversed. */
function Unexamined({
  filter,
  examinedTo,
}: Pick<PreviewProps, "filter"> & { examinedTo: number }): JSX.Element {
  const whole = new ListAddress(REVERSE_PATH, { ...filter, whole: 1 }).with({});
  return (
    <p>
      Examined: the newest entries, down to {examinedTo.toLocaleString("en")}.{" "}
      <a href={whole}>Count every entry of this filter</a> to reverse them; that takes seconds if it is a long
      way back.
    </p>
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

function LeftOut({
  leftOut,
  count,
  isOpen,
}: {
  leftOut: Selection["leftOut"];
  count: number;
  isOpen: boolean;
}): JSX.Element | null {
  if (count === 0) return null;
  return (
    <details open={isOpen || count <= 5}>
      <summary>{countedEntries(count)} left out</summary>
      <ul>
        {leftOut.slice(0, ROWS).map(({ entryId, why, heldBy }) => (
          <li key={entryId}>
            Entry {entryId}: {why}. {heldBy !== null && <ReversalLink id={heldBy} />}
          </li>
        ))}
      </ul>
      <More shown={ROWS} count={count} what="entries" />
    </details>
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
