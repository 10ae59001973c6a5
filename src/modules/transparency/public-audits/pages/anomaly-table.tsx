/** @jsxImportSource preact */
import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import { jsonColumn } from "../../../../db/json-column.ts";
import { type Status, StatusMark, Table, Time, WholeId } from "../../../../pages/index.ts";
import { shortAddress, shownAmount } from "../../proofs/index.ts";
import { AUDITS_PATH } from "../paths.ts";
import type { AnomalyRow } from "../rows/store.ts";
import { describeAnomaly } from "../rules/sentence.ts";

export const OVERALL_MARKS = {
  ok: "ok",
  warn: "warn",
  bad: "bad",
  other: "unknown",
} as const satisfies Record<string, Status>;

/** A severity as word and mark; `info` has no mark. */
function Severity({ severity }: Pick<AnomalyRow, "severity">): JSX.Element {
  return severity === "info" ? <>info</> : <StatusMark status={severity} />;
}

/** Outcome of a run: its worst severity, or incomplete. */
export function Overall({ overall }: { overall: keyof typeof OVERALL_MARKS }): JSX.Element {
  return <StatusMark status={OVERALL_MARKS[overall]} word={overall === "other" ? "incomplete" : overall} />;
}

interface AnomalyTableProps {
  caption: string;
  rows: readonly AnomalyRow[];
  now: number;
}

/** Table of anomalies with type, details, amount, wallet and transaction. */
export function AnomalyTable({ caption, rows, now }: AnomalyTableProps): JSX.Element {
  return (
    <div class="anomalies">
      <Table
        caption={caption}
        columns={[
          {
            head: "What happened",
            cell: (row) => (
              <>
                <p>{inWords(row)}</p>
                <a href={`${AUDITS_PATH}#${row.anomaly_type}`}>{row.anomaly_type}</a>
                <Details text={row.details} />
              </>
            ),
          },
          { head: "Severity", cell: (row) => <Severity severity={row.severity} /> },
          {
            head: "Tokens",
            numeric: true,
            cell: ({ delta }) => (delta === null ? "none" : signedAmount(delta)),
          },
          { head: "Wallet", cell: (row) => <Wallet {...row} /> },
          { head: "Transaction", cell: ({ signature }) => <Transaction signature={signature} /> },
          {
            head: "When",
            cell: ({ block_time, slot }) =>
              block_time === null ? `slot ${slot}` : <Time at={block_time} now={now} />,
          },
        ]}
        rows={rows}
        keyOf={({ run, position }) => `${run} ${position}`}
      />
    </div>
  );
}

/** An exact amount with sign and thousands separators. */
export function signedAmount(delta: string): string {
  return delta.startsWith("-") ? `−${shownAmount(delta.slice(1))}` : `+${shownAmount(delta)}`;
}

/** A row as a sentence. */
export function inWords({ anomaly_type, delta, details }: AnomalyRow): string {
  return describeAnomaly({ type: anomaly_type, delta, details: DETAILS.read(details) });
}

function Wallet({ wallet, run }: Pick<AnomalyRow, "wallet" | "run">): JSX.Element {
  if (wallet === null) return <>none</>;
  return (
    <WholeId kind="address" id={wallet} short={<code>{shortAddress(wallet)}</code>}>
      <a href={`${AUDITS_PATH}?run=${run}&wallet=${wallet}#anomalies`}>All its rows in this run</a>
    </WholeId>
  );
}

export function Transaction({ signature }: { signature: string | null }): JSX.Element {
  if (signature === null) return <>none</>;
  return (
    <WholeId kind="tx" id={signature} short={<code>{shortAddress(signature)}</code>}>
      <a href={`${AUDITS_PATH}/tx/${signature}`}>All its anomalies</a>
    </WholeId>
  );
}

const DETAILS = jsonColumn("audit_rows.details", Type.Record(Type.String(), Type.Unknown()));

/** Type-specific details behind the sentence, one line per field. */
function Details({ text }: { text: string }): JSX.Element | null {
  const members = Object.entries(DETAILS.read(text));
  if (members.length === 0) return null;
  return (
    <details class="details">
      <summary>Figures</summary>
      <ul>
        {members.map(([name, value]) => (
          <li key={name}>{memberText(name, value)}</li>
        ))}
      </ul>
    </details>
  );
}

/** Formats one detail: `share_of_supply_pct` of 1.5 becomes `share of supply: 1.5 %`. */
function memberText(name: string, value: unknown): string {
  if (name === "settles") return paymentText(value);
  const words = name.replace(/_pct$/, "").replaceAll("_", " ");
  return `${words}: ${detailText(value)}${name.endsWith("_pct") && value !== null ? " %" : ""}`;
}

function paymentText(value: unknown): string {
  const isPayment = typeof value === "object" && value !== null && "kind" in value && "id" in value;
  return isPayment ? `paid ${value.kind} ${value.id}` : "paid no conversion or claim";
}

const MAX_DETAIL = 120;

function detailText(value: unknown): string {
  const text = plainText(value);
  return text.length <= MAX_DETAIL ? text : `${text.slice(0, MAX_DETAIL)}…`;
}

/** A JSON value as text: list items and named fields separated by commas. */
function plainText(value: unknown): string {
  if (value === null) return "none";
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.map(plainText).join(", ");
  return Object.entries(value)
    .map(([name, member]) => `${name.replaceAll("_", " ")} ${plainText(member)}`)
    .join(", ");
}
