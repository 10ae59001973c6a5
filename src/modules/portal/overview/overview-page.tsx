/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Role } from "../../../http/operation.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { EmptyState, KeyValue, StatusMark, Table, Time } from "../../../pages/index.ts";
import { ERROR_DAYS, type PartnerFacts, Usage } from "../../desk/partner-page/index.ts";
import { endpointState } from "../../webhooks/delivery-desk/index.ts";

/** Requests per minute of a key without a limit of its own; 0: no limit. */
export interface Limits {
  live: number;
  sandbox: number;
  webhooks: number;
}

interface OverviewProps {
  facts: PartnerFacts;
  /** Dead letters that can be sent again. */
  revivable: number;
  limits: Limits;
  access: Role;
  now: number;
}

/** What a partner looks at first: what fails now, then usage, errors and limits. */
export function Overview({ facts, revivable, limits, access, now }: OverviewProps): JSX.Element {
  return (
    <>
      <p class="lead">
        {facts.name}
        {access === "viewer" && ": this session reads, and changes nothing."}
      </p>
      <h2 id="failing">What fails now</h2>
      <Failing facts={facts} revivable={revivable} />
      <h2 id="usage">Usage</h2>
      <ErrorRate facts={facts} />
      <Usage usage={facts.usage} />
      <h2 id="errors">Errors by code, last {ERROR_DAYS} days</h2>
      <Errors errors={facts.errors} now={now} />
      <h2 id="limits">Limits</h2>
      <KeyLimits facts={facts} limits={limits} />
    </>
  );
}

function Failing({
  facts: { deliveries, endpoints },
  revivable,
}: Pick<OverviewProps, "facts" | "revivable">): JSX.Element {
  const counts = { failed: deliveries.failed, dead_letter: revivable, held: deliveries.held };
  const failing = endpoints
    .map((each) => ({ each, state: endpointState(each) }))
    .filter(({ state }) => state.status !== "ok");
  const waiting = (["failed", "dead_letter", "held"] as const).filter((state) => counts[state] > 0);
  if (failing.length === 0 && waiting.length === 0)
    return (
      <p>
        <StatusMark status="ok" word="Nothing" /> Every webhook is on, and no delivery waits for a retry.
      </p>
    );
  return (
    <ul>
      {failing.map(({ each, state }) => (
        <li key={each.webhook_id}>
          <StatusMark {...state} />{" "}
          <a href={`/partners/webhooks/${each.webhook_id}`}>webhook {each.webhook_id}</a>{" "}
          <span class="anywhere">{each.target_url}</span>
        </li>
      ))}
      {waiting.map((state) => (
        <li key={state}>
          <a href={`/partners/deliveries?status=${state}`}>
            {count(counts[state])} {counts[state] === 1 ? "delivery" : "deliveries"}
          </a>{" "}
          {WAITING[state]}
        </li>
      ))}
    </ul>
  );
}

const WAITING = {
  failed: "failed and will be retried",
  dead_letter: "failed for good: send them again once your receiver works",
  held: "held until their webhook is on",
} as const;

function ErrorRate({ facts: { usage } }: { facts: PartnerFacts }): JSX.Element | null {
  const today = usage.at(-1);
  if (today === undefined || today.requests === 0) return <p>No request today (UTC).</p>;
  const share = ((today.errors / today.requests) * 100).toFixed(1);
  return (
    <p>
      Today (UTC): {count(today.requests)} requests, {share} % of them refused or failed,{" "}
      {count(today.rateLimited)} because of a rate limit.
    </p>
  );
}

function Errors({ errors, now }: { errors: PartnerFacts["errors"]; now: number }): JSX.Element {
  if (errors.length === 0)
    return (
      <p>
        <StatusMark status="ok" word="none" />
      </p>
    );
  return (
    <Table
      caption="Refusals of your keys by code and route"
      columns={[
        { head: "Code", cell: ({ code }) => <code>{code}</code> },
        { head: "Route", cell: ({ route }) => <span class="anywhere">{route}</span> },
        { head: "Status", cell: ({ status }) => status, numeric: true },
        { head: "Count", cell: (each) => count(each.count), numeric: true },
        {
          head: "Last",
          cell: ({ last }) => (
            <a href={`/partners/requests?request_id=${encodeURIComponent(last.request_id)}`}>
              <Time at={last.at} now={now} />
            </a>
          ),
        },
      ]}
      rows={errors}
      keyOf={({ code, route }) => `${code} ${route}`}
    />
  );
}

function KeyLimits({ facts: { keys }, limits }: { facts: PartnerFacts; limits: Limits }): JSX.Element {
  if (keys.length === 0)
    return <EmptyState title="Limits of your keys will be here.">The operators create keys.</EmptyState>;
  return (
    <>
      <Table
        caption="Limits of each key"
        columns={[
          {
            head: "Key",
            cell: ({ row }) => (
              <a class="anywhere" href={`/partners/keys/${row.key_id}`}>
                {row.key_id}
              </a>
            ),
          },
          {
            head: "Requests a minute",
            cell: ({ row }) => perMinute(row.rate_limit_per_minute ?? limits[row.mode]),
            numeric: true,
          },
          {
            head: "Credits a day",
            cell: ({ row }) =>
              row.daily_credit_limit === null
                ? "no limit"
                : `${fromHundredths(row.daily_credit_limit).toLocaleString("en")} salutes`,
            numeric: true,
          },
        ]}
        rows={keys}
        keyOf={({ row }) => row.key_id}
      />
      <KeyValue rows={[["Requests a minute to webhook routes, per key", perMinute(limits.webhooks)]]} />
    </>
  );
}

function perMinute(limit: number): string {
  return limit === 0 ? "no limit" : count(limit);
}

function count(value: number): string {
  return Math.round(value).toLocaleString("en");
}
