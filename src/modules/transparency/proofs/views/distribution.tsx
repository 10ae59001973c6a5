/** @jsxImportSource preact */

import type { JSX } from "preact";
import { type Share, Shares, Table } from "../../../../pages/index.ts";
import type { DistributionBucket, TopHolder } from "../../../token/figures/index.ts";
import { shortAddress, shownAmount } from "../amounts.ts";
import { Address, enumerateIndexes, type ShowFigure, type ViewProps } from "./shown-figure.tsx";

const MAX_NAMED = 7;

export function DistributionView({ statement, show }: ViewProps): JSX.Element {
  const top = statement.top_holders as readonly TopHolder[];
  const named: Share[] = top.slice(0, MAX_NAMED).map(({ address, role, amount, share_pct }, at) => {
    const holder = <Address path={`top_holders.${at}.address`} statement={statement} show={show} />;
    return {
      label: role === null ? shortAddress(address) : `${shortAddress(address)} (${role})`,
      share: share_pct / 100,
      value: shownAmount(amount),
      cells: {
        label:
          role === null ? (
            holder
          ) : (
            <>
              {holder}
              <span>({show(`top_holders.${at}.role`)})</span>
            </>
          ),
        value: show(`top_holders.${at}.amount`, "amount"),
        share: show(`top_holders.${at}.share_pct`, "hundredths"),
      },
    };
  });
  const rest = Math.max(0, 1 - named.reduce((sum, { share }) => sum + share, 0));
  const buckets = statement.buckets as readonly DistributionBucket[];
  return (
    <>
      <Shares
        id="largest-holders"
        title="The largest holders"
        summary={<>The 10 largest owners hold {show("concentration.top10_pct", "percent")} of the supply.</>}
        labelHead="Holder"
        valueHead="Tokens"
        parts={[...named, { label: "All others", share: rest, value: "" }]}
      />
      <Table
        caption="Owners by balance"
        columns={[
          { head: "Balance", cell: (at) => <Range at={at} isLast={buckets[at]?.to === null} show={show} /> },
          { head: "Owners", cell: (at) => show(`buckets.${at}.owners`, "amount"), numeric: true },
          { head: "Total", cell: (at) => show(`buckets.${at}.amount`, "amount"), numeric: true },
          { head: "Share", cell: (at) => show(`buckets.${at}.share_pct`, "percent"), numeric: true },
        ]}
        rows={enumerateIndexes(buckets)}
        keyOf={String}
      />
    </>
  );
}

function Range({ at, isLast, show }: { at: number; isLast: boolean; show: ShowFigure }): JSX.Element {
  const from = show(`buckets.${at}.from`, "amount");
  return isLast ? (
    <>{from} or more</>
  ) : (
    <>
      {from} to under {show(`buckets.${at}.to`, "amount")}
    </>
  );
}
