/** @jsxImportSource preact */

import type { JSX } from "preact";
import { formatFigure } from "../../../kit/figures.ts";
import { Bars, LineChart, Shares, Table, WholeId } from "../../../pages/index.ts";
import type { FiguresByKind } from "../../token/figures/index.ts";
import type { AuditRun } from "../audits/runs/index.ts";
import type { Holders } from "../holders/index.ts";
import { shortAddress, shownAmount } from "../proofs/index.ts";
import { type SupplyPart, splitSupply } from "./supply.ts";

/** What the charts show; each part is absent until its figures exist. */
export interface ChartFigures {
  supply: FiguresByKind["public_stats"] | null;
  holders: Holders | null;
  /** Complete days whose transactions are all known, oldest first. */
  volumes: NonNullable<FiguresByKind["transaction_sync"]["volume_days"]>;
  /** Complete daily runs, oldest first. */
  runs: readonly AuditRun[];
}

/** Supply, largest owners, holders and anomalies, drawn on the server. */
export function Charts({ supply, holders, volumes, runs }: ChartFigures): JSX.Element {
  return (
    <>
      {supply !== null && <SupplySplit supply={supply} />}
      {holders !== null && <LargestOwners holders={holders} />}
      {holders?.history != null && holders.history.length > 0 && (
        <HoldersByDay days={holders.history} earlier={holders.earlier ?? []} />
      )}
      {volumes.length > 0 && <VolumeByDay days={volumes} />}
      {runs.length > 0 && <AnomaliesByDay runs={runs} />}
    </>
  );
}

const TITLES = {
  circulating: "Circulating",
  treasury: "Treasury",
  reserve: "Reserve",
  burned: "Burned",
} as const satisfies Record<SupplyPart["name"], string>;

function SupplySplit({ supply }: { supply: FiguresByKind["public_stats"] }): JSX.Element {
  const parts = splitSupply(supply).map(({ amount, name, share }) => ({
    label: TITLES[name],
    share,
    value: shownAmount(amount),
  }));
  const said = parts.map(({ label, share }) => `${label} ${(share * 100).toFixed(2)} %`).join(", ");
  return (
    <Shares
      id="supply-split"
      title={`Supply of ${shownAmount(supply.total_supply)} tokens`}
      summary={`${said}.`}
      labelHead="Part"
      valueHead="Tokens"
      parts={parts}
    />
  );
}

function LargestOwners({ holders }: { holders: Holders }): JSX.Element {
  return (
    <section id="largest-owners">
      <h3>
        The {formatFigure(holders.count)} largest of {formatFigure(holders.owners)} owners hold{" "}
        {holders.listed_pct} %
      </h3>
      <details>
        <summary>Their addresses, labels and shares</summary>
        <Table
          caption="Largest owners"
          columns={[
            { head: "Rank", cell: ({ rank }) => rank, numeric: true },
            {
              head: "Owner",
              cell: ({ address }) => (
                <WholeId kind="address" id={address} short={<code>{shortAddress(address)}</code>} />
              ),
            },
            {
              head: "Label",
              cell: ({ label }) => (label === null ? "" : (label.text ?? label.kind)),
            },
            { head: "Tokens", cell: ({ amount }) => shownAmount(amount), numeric: true },
            { head: "Share", cell: ({ share_pct }) => `${share_pct} %`, numeric: true },
          ]}
          rows={holders.holders}
          keyOf={({ address }) => address}
        />
      </details>
    </section>
  );
}

interface HoldersByDayProps {
  days: NonNullable<Holders["history"]>;
  earlier: NonNullable<Holders["earlier"]>;
}

function HoldersByDay({ days, earlier }: HoldersByDayProps): JSX.Element {
  const shown = [...earlier, ...days];
  const before = earlier.length === 0 ? "" : `${earlier.length} counted from the token's transactions, then `;
  const now = days.at(-1)?.owners ?? "an unknown number of";
  return (
    <LineChart
      id="holders-by-day"
      title="Owners by day"
      summary={`Days: ${before}${days.length} with a complete scan, from ${shown.at(0)?.day} on; ${now} owners now.`}
      labelHead="Day"
      labels={shown.map(({ day }) => day)}
      series={[{ name: "Owners", values: shown.map(({ owners }) => owners) }]}
      format={(value) => formatFigure(value)}
    />
  );
}

function VolumeByDay({ days }: { days: ChartFigures["volumes"] }): JSX.Element {
  return (
    <Bars
      id="volume-by-day"
      title="Tokens moved by day"
      summary={`${days.length} complete days; ${shownAmount(days.at(-1)?.volume ?? "0")} tokens on the last one.`}
      labelHead="Day"
      countHead="Tokens"
      bars={days.map(({ day, volume }) => ({ label: day, count: Math.round(Number(volume)) }))}
    />
  );
}

function AnomaliesByDay({ runs }: { runs: readonly AuditRun[] }): JSX.Element {
  return (
    <Bars
      id="anomalies-by-day"
      title="Anomalies by day"
      summary={`${runs.length} audited days; ${runs.at(-1)?.rowsTotal} anomalies on the last one.`}
      labelHead="Day"
      countHead="Anomalies"
      bars={runs.map(({ label, rowsTotal }) => ({ label, count: rowsTotal }))}
    />
  );
}
