/** @jsxImportSource preact */

import type { JSX } from "preact";
import { KeyValue, LineChart, type Status, StatusMark, Table } from "../../../pages/index.ts";
import { shownAmount } from "./amounts.ts";
import type { PublishedProof } from "./answers.ts";
import { DistributionView } from "./views/distribution.tsx";
import {
  Address,
  enumerateIndexes,
  FORMATS,
  figuresIn,
  type ShowFigure,
  type ViewProps,
} from "./views/shown-figure.tsx";
import { SolvencyView } from "./views/solvency.tsx";

/** The main figures of a proof; its JSON holds the rest. A proof without a view of its own shows its rows. */
export function ProofFigures({ published }: { published: PublishedProof }): JSX.Element {
  const { proof, statement } = published;
  const show = figuresIn(statement);
  const view = VIEWS[proof.name];
  return view === undefined ? <Rows published={published} show={show} /> : view({ statement, show });
}

const VIEWS: Readonly<Record<string, (shown: ViewProps) => JSX.Element>> = {
  token_mint_authorities: authorities,
  public_stats_cache_freshness: stats,
  holder_cache_freshness: holders,
  token_distribution_freshness: DistributionView,
  holder_growth_freshness: growth,
  transaction_sync_freshness: transactions,
  solvency: SolvencyView,
  token_snapshot_jobs_rollup: jobs,
};

function Rows({ published, show }: { published: PublishedProof; show: ShowFigure }): JSX.Element {
  const { proof, statement } = published;
  return (
    <Table
      caption={proof.title}
      columns={Object.keys(proof.columns).map((name) => ({
        head: FORMATS.words(name),
        cell: (at) => show(`rows.${at}.${name}`),
      }))}
      rows={enumerateIndexes(statement.rows)}
      keyOf={String}
    />
  );
}

const MATCH_STATUS: Readonly<Record<string, Status>> = { match: "ok", mismatch: "bad" };

function authorities({ statement, show }: ViewProps): JSX.Element {
  return (
    <Table
      caption="Powers over the token"
      columns={[
        { head: "Power", cell: (at) => show(`rows.${at}.subject`, "words") },
        { head: "Allows", cell: (at) => show(`rows.${at}.allows`) },
        {
          head: "Held by",
          cell: (at) => <Address path={`rows.${at}.authority`} statement={statement} show={show} />,
        },
        {
          head: "Announced",
          cell: (at) => {
            const match = String(statement.rows[at]?.match);
            const status = MATCH_STATUS[match] ?? "unknown";
            const mark = <StatusMark status={status} word={FORMATS.match(match)} />;
            return show(`rows.${at}.match`, "match", mark);
          },
        },
      ]}
      rows={enumerateIndexes(statement.rows)}
      keyOf={String}
    />
  );
}

const STATS: readonly (readonly [name: string, label: string])[] = [
  ["total_supply", "Supply"],
  ["treasury_balance", "− treasury"],
  ["reserve_balance", "− reserve"],
  ["burn_balance", "− burned"],
  ["circulating_supply", "= circulating supply"],
  ["volume_24h", "Volume in 24 hours"],
];

function stats({ show }: ViewProps): JSX.Element {
  return <KeyValue rows={STATS.map(([name, label]) => [label, show(`stats.${name}`, "amount")])} />;
}

function holders({ statement, show }: ViewProps): JSX.Element {
  const { withheld, complete } = statement.conservation as { withheld: string; complete: boolean };
  const mark = <StatusMark status={complete ? "ok" : "bad"} word={FORMATS.sum(complete)} />;
  return (
    <>
      <Table
        caption="Holders by three counts"
        columns={[
          { head: "", cell: (at) => show(`rows.${at}.subject`, "subject") },
          { head: "Owners", cell: (at) => show(`rows.${at}.unique_owners`), numeric: true },
          { head: "Accounts above zero", cell: (at) => show(`rows.${at}.non_zero_accounts`), numeric: true },
          { head: "Accounts", cell: (at) => show(`rows.${at}.token_accounts`), numeric: true },
        ]}
        rows={enumerateIndexes(statement.rows)}
        keyOf={String}
      />
      <p>
        {show("conservation.complete", "sum", mark)}: all accounts hold{" "}
        {show("conservation.accounts_sum", "amount")}
        {Number(withheld) !== 0 && <>, withheld fees are {show("conservation.withheld", "amount")}</>}, and
        the supply is {show("conservation.supply", "amount")}.
      </p>
    </>
  );
}

const MAX_DAYS = 90;
const GROWTH = [
  ["unique_owners", "Owners"],
  ["non_zero_accounts", "Accounts above zero"],
] as const;

/** Days are numbered from the oldest in the chart, from the newest in the proof. */
function growth({ statement, show }: ViewProps): JSX.Element {
  const days = statement.rows.slice(0, MAX_DAYS).toReversed();
  const last = days.length - 1;
  const row = (index: number) => `rows.${last - index}`;
  return (
    <LineChart
      id="holder-growth-chart"
      title="Owners by day"
      summary={
        <>
          From {show(`${row(0)}.unique_owners`)} owners on {show(`${row(0)}.subject`)} to{" "}
          {show("rows.0.unique_owners")} on {show("rows.0.subject")}.
        </>
      }
      labelHead="Day"
      labels={days.map(({ subject }) => subject)}
      series={GROWTH.map(([field, name]) => ({ name, values: days.map((day) => Number(day[field])) }))}
      format={(value) => shownAmount(String(value))}
      cells={{
        label: (index) => show(`${row(index)}.subject`),
        value: (series, index) => show(`${row(index)}.${GROWTH[series]?.[0]}`, "amount"),
      }}
    />
  );
}

function transactions({ show }: ViewProps): JSX.Element {
  return (
    <KeyValue
      rows={[
        ["Known transactions", show("transactions", "amount")],
        ["Newest", show("newest_block_time")],
        ["Complete since", show("covered_since")],
        ["Gaps", show("gaps")],
        ["Volume in 24 hours", show("volume_24h", "amount")],
      ]}
    />
  );
}

function jobs({ statement, show }: ViewProps): JSX.Element {
  return (
    <Table
      caption="Jobs in the last week"
      columns={[
        { head: "Job", cell: (at) => show(`rows.${at}.subject`) },
        {
          head: "Now",
          cell: (at) => {
            const isFailing = statement.rows[at]?.is_failing === true;
            const mark = <StatusMark status={isFailing ? "bad" : "ok"} word={FORMATS.failing(isFailing)} />;
            return show(`rows.${at}.is_failing`, "failing", mark);
          },
        },
        { head: "Runs", cell: (at) => show(`rows.${at}.runs`), numeric: true },
        { head: "Failed", cell: (at) => show(`rows.${at}.failed_runs`), numeric: true },
        { head: "MTTR (min)", cell: (at) => show(`rows.${at}.mttr_minutes`), numeric: true },
      ]}
      rows={enumerateIndexes(statement.rows)}
      keyOf={String}
    />
  );
}
