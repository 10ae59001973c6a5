/** @jsxImportSource preact */

import type { JSX } from "preact";
import { utcDay } from "../../../kit/clock.ts";
import { fromHundredths } from "../../../kit/money.ts";
import {
  Clipped,
  EmptyState,
  LineChart,
  partnerPath,
  type Reader,
  StatusMark,
  Table,
  Time,
  UserLink,
} from "../../../pages/index.ts";
import { KEY_LISTS } from "../../access/keys/index.ts";
import {
  ERROR_DAYS,
  MAX_USERS_COUNTED,
  type PartnerFacts,
  type PartnerKey,
  USAGE_DAYS,
} from "./read-partner.ts";
import { Webhooks } from "./webhooks-section.tsx";

interface PartnerProps {
  reader: Reader;
  facts: PartnerFacts;
  /** Whether the partner has pages of its own. */
  hasPortal: boolean;
  now: number;
}

/** A partner's keys, usage, errors, webhooks, deliveries and users. */
export function Partner({ reader, facts, hasPortal, now }: PartnerProps): JSX.Element {
  const { name, createdAt } = facts;
  return (
    <>
      <p class="lead">
        {name}, since <Time at={createdAt} now={now} />
      </p>
      {hasPortal && reader.role !== "viewer" && (
        <p>
          <a href={`${partnerPath(name)}/portal`}>Open the partner's portal</a>
        </p>
      )}
      <h2 id="keys">Keys</h2>
      <Keys keys={facts.keys} now={now} />
      <h2 id="usage">Usage</h2>
      <Usage usage={facts.usage} />
      <h2 id="errors">Errors by code, last {ERROR_DAYS} days</h2>
      <Errors errors={facts.errors} now={now} />
      <h2 id="webhooks">Webhooks</h2>
      <Webhooks reader={reader} endpoints={facts.endpoints} now={now} />
      <h2 id="deliveries">Deliveries</h2>
      <Deliveries facts={facts} />
      <h2 id="users">Users</h2>
      <Users facts={facts} now={now} />
    </>
  );
}

function Keys({ keys, now }: { keys: readonly PartnerKey[]; now: number }): JSX.Element {
  if (keys.length === 0)
    return (
      <EmptyState title="The partner's keys will be here.">
        An owner creates them under <a href="/admin/partners">Partners and keys</a>.
      </EmptyState>
    );
  return (
    <Table
      caption="Keys"
      columns={[
        {
          head: "Key",
          cell: ({ row }) => (
            <a class="anywhere" href={`/admin/keys/${row.key_id}`}>
              {row.key_id}
            </a>
          ),
        },
        { head: "Mode", cell: ({ row }) => row.mode },
        {
          head: "Status",
          cell: ({ row }) => (
            <StatusMark status={row.status === "active" ? "ok" : "unknown"} word={row.status} />
          ),
        },
        { head: "Scopes", cell: ({ row }) => KEY_LISTS.scopes.read(row.scopes).join(", ") },
        {
          head: "Last use",
          cell: ({ lastUseAt }) =>
            lastUseAt === null ? "none in 35 days" : <Time at={lastUseAt} now={now} />,
        },
        {
          head: "Promotion",
          cell: ({ row, promotion }) =>
            promotion === null ? (
              "already live"
            ) : (
              <a href={`/admin/keys/${row.key_id}/promotion`}>
                {promotion.ready ? "ready" : `${promotion.passed} of ${promotion.of} checks passed`}
              </a>
            ),
        },
      ]}
      rows={keys}
      keyOf={({ row }) => row.key_id}
    />
  );
}

/** Requests of a partner's keys by day. */
export function Usage({ usage }: { usage: PartnerFacts["usage"] }): JSX.Element {
  const requests = usage.reduce((sum, each) => sum + each.requests, 0);
  const errors = usage.reduce((sum, each) => sum + each.errors, 0);
  if (requests === 0)
    return (
      <EmptyState title="Requests by day will be here.">No key of the partner has signed one yet.</EmptyState>
    );
  return (
    <LineChart
      id="usage-chart"
      title="Requests and errors"
      summary={`${count(requests)} requests in ${USAGE_DAYS} days, ${count(errors)} of them refused or failed.`}
      labelHead="Day (UTC)"
      labels={usage.map(({ startsAt }) => utcDay(startsAt))}
      series={[
        { name: "requests", values: usage.map((each) => each.requests) },
        { name: "4xx and 5xx", values: usage.map((each) => each.errors) },
        { name: "429", values: usage.map((each) => each.rateLimited) },
      ]}
      format={count}
    />
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
      caption="Refusals of the partner's keys by code and route"
      columns={[
        { head: "Code", cell: ({ code }) => <code>{code}</code> },
        { head: "Route", cell: ({ route }) => <span class="anywhere">{route}</span> },
        { head: "Status", cell: ({ status }) => status, numeric: true },
        { head: "Count", cell: (each) => count(each.count), numeric: true },
        {
          head: "Last",
          cell: ({ last }) => (
            <a href={`/admin/search?q=${encodeURIComponent(last.request_id)}`}>
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

function Deliveries({ facts: { name, deliveries } }: { facts: PartnerFacts }): JSX.Element {
  const states = Object.entries(deliveries).filter(([, number]) => number > 0);
  if (states.length === 0)
    return (
      <EmptyState title="Deliveries will be here.">
        Each event creates one delivery per webhook of its type.
      </EmptyState>
    );
  const path = `/admin/deliveries?partner=${name}`;
  return (
    <ul>
      {states.map(([state, number]) => (
        <li key={state}>
          <a href={`${path}&state=${state}`}>
            {count(number)} {state.replaceAll("_", " ")}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Users({ facts, now }: Pick<PartnerProps, "facts" | "now">): JSX.Element {
  const { users, userCount, name, hasMoreUsers } = facts;
  if (users.length === 0)
    return <EmptyState title="Users will be here.">The partner creates them with the API.</EmptyState>;
  const last = users.at(-1);
  return (
    <>
      <p>
        {userCount > MAX_USERS_COUNTED ? `More than ${count(MAX_USERS_COUNTED)}` : count(userCount)} users.
        Search finds them by id, external id, name or wallet.
      </p>
      <Table
        caption="Users, newest first"
        columns={[
          { head: "User", cell: ({ id }) => <UserLink id={id} /> },
          { head: "External id", cell: ({ external_id }) => <Clipped text={external_id ?? "none"} /> },
          {
            head: "Name",
            cell: ({ display_name, username }) => <Clipped text={display_name ?? username ?? "none"} />,
          },
          { head: "Status", cell: ({ status }) => status },
          {
            head: "Balance",
            cell: ({ balance }) => fromHundredths(balance).toLocaleString("en"),
            numeric: true,
          },
          { head: "Created", cell: ({ created_at }) => <Time at={created_at} now={now} /> },
        ]}
        rows={users}
        keyOf={({ id }) => id}
      />
      {hasMoreUsers && last !== undefined && (
        <p>
          <a href={`${partnerPath(name)}?before=${last.id}#users`}>Earlier users</a>
        </p>
      )}
    </>
  );
}

function count(value: number): string {
  return Math.round(value).toLocaleString("en");
}
