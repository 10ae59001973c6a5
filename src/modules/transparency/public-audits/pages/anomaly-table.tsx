/** @jsxImportSource preact */

import type { JSX } from "preact";
import { type Status, StatusMark, Table, Time } from "../../../../pages/index.ts";
import { shortAddress, shownAmount } from "../../proofs/index.ts";
import { AUDITS_PATH } from "../paths.ts";
import type { AnomalyRow } from "../rows/store.ts";

/** A row's severity as the marks of all pages show it: what is only worth knowing is no warning. */
export const SEVERITY_MARKS = { info: "maintenance", warn: "warn", bad: "bad" } as const satisfies Record<
  AnomalyRow["severity"],
  Status
>;

export const OVERALL_MARKS = {
  ok: "ok",
  warn: "warn",
  bad: "bad",
  other: "unknown",
} as const satisfies Record<string, Status>;

export function Severity({ severity }: Pick<AnomalyRow, "severity">): JSX.Element {
  return <StatusMark status={SEVERITY_MARKS[severity]} word={severity} />;
}

/** How a run ended: its worst row, or that parts of its window were not known. */
export function Overall({ overall }: { overall: keyof typeof OVERALL_MARKS }): JSX.Element {
  return <StatusMark status={OVERALL_MARKS[overall]} word={overall === "other" ? "incomplete" : overall} />;
}

interface AnomalyTableProps {
  caption: string;
  rows: readonly AnomalyRow[];
  now: number;
}

/** Anomalies, each with its type by name, what moved, and what the detector says. */
export function AnomalyTable({ caption, rows, now }: AnomalyTableProps): JSX.Element {
  return (
    <div class="anomalies">
      <Table
        caption={caption}
        columns={[
          {
            head: "Type",
            cell: ({ anomaly_type }) => <a href={`${AUDITS_PATH}#${anomaly_type}`}>{anomaly_type}</a>,
          },
          { head: "Severity", cell: (row) => <Severity severity={row.severity} /> },
          {
            head: "When",
            cell: ({ block_time, slot }) =>
              block_time === null ? `slot ${slot}` : <Time at={block_time} now={now} />,
          },
          {
            head: "Tokens",
            numeric: true,
            cell: ({ delta }) => (delta === null ? "none" : signedAmount(delta)),
          },
          { head: "Wallet", cell: ({ wallet }) => <Wallet address={wallet} /> },
          { head: "Transaction", cell: ({ signature }) => <Transaction signature={signature} /> },
          { head: "Details", cell: ({ details }) => <Details text={details} /> },
        ]}
        rows={rows}
        keyOf={({ run, position }) => `${run} ${position}`}
      />
    </div>
  );
}

/** An exact amount with its sign. */
export function signedAmount(delta: string): string {
  return delta.startsWith("-") ? `−${shownAmount(delta.slice(1))}` : `+${shownAmount(delta)}`;
}

function Wallet({ address }: { address: string | null }): JSX.Element {
  if (address === null) return <>none</>;
  return (
    <a href={`${AUDITS_PATH}?wallet=${address}#anomalies`} title={address}>
      <code>{shortAddress(address)}</code>
    </a>
  );
}

export function Transaction({ signature }: { signature: string | null }): JSX.Element {
  if (signature === null) return <>none</>;
  return (
    <a href={`${AUDITS_PATH}/tx/${signature}`} title={signature}>
      <code>{shortAddress(signature)}</code>
    </a>
  );
}

/** What the type adds, a line per member. */
function Details({ text }: { text: string }): JSX.Element {
  const members = Object.entries(JSON.parse(text) as Record<string, unknown>);
  if (members.length === 0) return <>none</>;
  return (
    <ul class="details">
      {members.map(([name, value]) => (
        <li key={name}>
          {name.replaceAll("_", " ")}: <span class="numeric">{detailText(value)}</span>
        </li>
      ))}
    </ul>
  );
}

const MAX_DETAIL = 120;

function detailText(value: unknown): string {
  if (value === null) return "none";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length <= MAX_DETAIL ? text : `${text.slice(0, MAX_DETAIL)}…`;
}
