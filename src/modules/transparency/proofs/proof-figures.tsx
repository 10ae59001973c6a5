/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import {
  KeyValue,
  LineChart,
  type Share,
  Shares,
  type Status,
  StatusMark,
  Table,
} from "../../../pages/index.ts";
import type { DistributionBucket, TopHolder } from "../../token/figures/index.ts";
import { shortAddress, shownAmount } from "./amounts.ts";
import type { PublishedProof } from "./answers.ts";
import type { Row } from "./proof.ts";

/** The main figures of a proof; its JSON holds the rest. */
export function ProofFigures({ published }: { published: PublishedProof }): JSX.Element | null {
  return VIEWS[published.proof.name]?.(published) ?? null;
}

const VIEWS: Readonly<Record<string, (published: PublishedProof) => JSX.Element | null>> = {
  token_mint_authorities: authorities,
  public_stats_cache_freshness: stats,
  holder_cache_freshness: holders,
  token_distribution_freshness: distribution,
  holder_growth_freshness: growth,
  transaction_sync_freshness: transactions,
  token_snapshot_jobs_rollup: jobs,
};

const MATCHES: Readonly<Record<string, readonly [Status, string]>> = {
  match: ["ok", "as announced"],
  mismatch: ["bad", "not as announced"],
  not_expected: ["unknown", "nothing announced"],
};

function authorities({ statement }: PublishedProof): JSX.Element {
  return (
    <Table
      caption="Powers over the token"
      columns={[
        { head: "Power", cell: ({ subject }) => String(subject).replaceAll("_", " ") },
        { head: "Allows", cell: ({ allows }) => text(allows) },
        {
          head: "Held by",
          cell: ({ authority }) => (authority === null ? "nobody" : <Address of={authority} />),
        },
        {
          head: "Announced",
          cell: ({ match }) => {
            const [status, word] = MATCHES[String(match)] ?? ["unknown", String(match)];
            return <StatusMark status={status} word={word} />;
          },
        },
      ]}
      rows={statement.rows}
      keyOf={({ subject }) => subject}
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

function stats({ statement }: PublishedProof): JSX.Element {
  const values = new Map(statement.rows.map((row) => [row.subject, row.value ?? null]));
  return (
    <KeyValue
      rows={STATS.map(([name, label]) => {
        const value = values.get(name) ?? null;
        return [label, value === null ? "not known yet" : shownAmount(String(value))] as const;
      })}
    />
  );
}

const SUBJECTS: Readonly<Record<string, string>> = {
  all: "All",
  excluding_project_wallets: "Without the project's wallets",
};

function holders({ statement }: PublishedProof): JSX.Element {
  const { accounts_sum, supply, withheld } = statement.conservation as Record<string, string>;
  const isComplete = (statement.conservation as { complete: boolean }).complete;
  return (
    <>
      <Table
        caption="Holders by three counts"
        columns={[
          { head: "", cell: ({ subject }) => SUBJECTS[subject] ?? subject },
          { head: "Owners", cell: ({ unique_owners }) => text(unique_owners), numeric: true },
          {
            head: "Accounts above zero",
            cell: ({ non_zero_accounts }) => text(non_zero_accounts),
            numeric: true,
          },
          { head: "Accounts", cell: ({ token_accounts }) => text(token_accounts), numeric: true },
        ]}
        rows={statement.rows}
        keyOf={({ subject }) => subject}
      />
      <p>
        <StatusMark status={isComplete ? "ok" : "bad"} word={isComplete ? "adds up" : "does not add up"} />:
        all accounts hold {shownAmount(accounts_sum ?? "")}
        {Number(withheld) === 0 ? "" : `, withheld fees are ${shownAmount(withheld ?? "")}`}, and the supply
        is {shownAmount(supply ?? "")}.
      </p>
    </>
  );
}

const MAX_NAMED = 7;

function distribution({ statement }: PublishedProof): JSX.Element {
  const top = statement.top_holders as readonly TopHolder[];
  const named: Share[] = top.slice(0, MAX_NAMED).map(({ address, role, amount, share_pct }) => ({
    label: role === null ? shortAddress(address) : `${shortAddress(address)} (${role})`,
    share: share_pct / 100,
    value: shownAmount(amount),
  }));
  const rest = Math.max(0, 1 - named.reduce((sum, { share }) => sum + share, 0));
  const buckets = statement.buckets as readonly DistributionBucket[];
  const concentration = statement.concentration as Record<string, number | null>;
  return (
    <>
      <Shares
        id="largest-holders"
        title="The largest holders"
        summary={`The 10 largest owners hold ${concentration.top10_pct} % of the supply.`}
        labelHead="Holder"
        valueHead="Tokens"
        parts={[...named, { label: "All others", share: rest, value: "" }]}
      />
      <Table
        caption="Owners by balance"
        columns={[
          { head: "Balance", cell: rangeOf },
          { head: "Owners", cell: ({ owners }) => shownAmount(String(owners)), numeric: true },
          { head: "Total", cell: ({ amount }) => shownAmount(amount), numeric: true },
          { head: "Share", cell: ({ share_pct }) => `${share_pct} %`, numeric: true },
        ]}
        rows={buckets}
        keyOf={({ from }) => from}
      />
    </>
  );
}

function rangeOf({ from, to }: DistributionBucket): string {
  return to === null ? `${shownAmount(from)} or more` : `${shownAmount(from)} to under ${shownAmount(to)}`;
}

const MAX_DAYS = 90;

function growth({ statement }: PublishedProof): JSX.Element {
  const days = statement.rows.slice(0, MAX_DAYS).toReversed();
  const [first, last] = [days.at(0), days.at(-1)];
  return (
    <LineChart
      id="holder-growth-chart"
      title="Owners by day"
      summary={`From ${text(first?.unique_owners)} owners on ${first?.subject} to ${text(last?.unique_owners)} on ${last?.subject}.`}
      labelHead="Day"
      labels={days.map(({ subject }) => subject)}
      series={[
        { name: "Owners", values: days.map(({ unique_owners }) => Number(unique_owners)) },
        {
          name: "Accounts above zero",
          values: days.map(({ non_zero_accounts }) => Number(non_zero_accounts)),
        },
      ]}
      format={(value) => shownAmount(String(value))}
    />
  );
}

function transactions({ statement }: PublishedProof): JSX.Element {
  const { transactions: count, covered_since, newest_block_time, gaps, volume_24h } = statement;
  return (
    <KeyValue
      rows={[
        ["Known transactions", shownAmount(text(count))],
        ["Newest", text(newest_block_time)],
        ["Complete since", text(covered_since)],
        ["Gaps", text(gaps)],
        ["Volume in 24 hours", volume_24h === null ? "not known yet" : shownAmount(text(volume_24h))],
      ]}
    />
  );
}

function jobs({ statement }: PublishedProof): JSX.Element {
  return (
    <Table
      caption="Jobs in the last week"
      columns={[
        { head: "Job", cell: ({ subject }) => subject },
        {
          head: "Now",
          cell: ({ is_failing }) => (
            <StatusMark
              status={is_failing === true ? "bad" : "ok"}
              word={is_failing === true ? "failing" : "ok"}
            />
          ),
        },
        { head: "Runs", cell: ({ runs }) => text(runs), numeric: true },
        { head: "Failed", cell: ({ failed_runs }) => text(failed_runs), numeric: true },
        { head: "MTTR (min)", cell: ({ mttr_minutes }) => text(mttr_minutes), numeric: true },
      ]}
      rows={statement.rows}
      keyOf={({ subject }) => subject}
    />
  );
}

function Address({ of }: { of: Row[string] | undefined }): ComponentChildren {
  return <code title={String(of)}>{shortAddress(String(of))}</code>;
}

function text(value: unknown): string {
  return value === null || value === undefined ? "none" : String(value);
}
