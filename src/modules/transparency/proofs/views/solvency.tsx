/** @jsxImportSource preact */

import type { JSX } from "preact";
import { KeyValue } from "../../../../pages/index.ts";
import type { ViewProps } from "./shown-figure.tsx";

const AMOUNTS: readonly (readonly [name: string, label: string])[] = [
  ["liabilities_salutes", "Salutes owed to users"],
  ["rate", "Salutes per token"],
  ["pending_tokens", "Tokens of pending conversions"],
  ["needed_tokens", "Tokens needed"],
  ["treasury_tokens", "Tokens of the treasury"],
  ["leaves", "Users counted"],
];

/** The debt to users, its cover, and the limits of the proof. */
export function SolvencyView({ statement, show }: ViewProps): JSX.Element {
  const isOwed = statement.coverage_pct !== null;
  return (
    <>
      <KeyValue
        rows={[
          ...AMOUNTS.map(([name, label]) => [label, show(name, "amount")] as const),
          ["Covered", isOwed ? show("coverage_pct", "percent") : "nothing is owed"],
        ]}
      />
      <p>
        This shows that the treasury holds the tokens, not that nobody else may claim them. Salutes of
        donation claims that nobody redeemed yet are not counted.
      </p>
    </>
  );
}
