/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Choice,
  EmptyState,
  Field,
  PartnerLink,
  type Reader,
  type Status,
  StatusMark,
  Table,
  Time,
} from "../../../pages/index.ts";
import { DELIVERY_STATES, type DeliveryView } from "../deliveries/index.ts";
import { isRetried } from "./bulk.ts";
import { endpointState, type HostHealth } from "./endpoints.ts";
import { type Filters, queryOf } from "./model.ts";

export const PATH = "/admin/deliveries";

type DeliveryState = DeliveryView["state"];

export const MARKS: Record<DeliveryState, Status> = {
  pending: "maintenance",
  delivering: "maintenance",
  delivered: "ok",
  failed: "warn",
  dead_letter: "bad",
  held: "unknown",
  cancelled: "unknown",
};

export interface PartnerCounts {
  name: string;
  counts: Record<DeliveryState, number>;
}

interface ListProps {
  reader: Reader;
  filters: Filters;
  partnerNames: readonly string[];
  eventTypes: readonly string[];
  partners: readonly PartnerCounts[];
  hosts: readonly HostHealth[];
  /** Number of newest attempts counted in `hosts`. */
  attempts: number;
  rows: readonly (DeliveryView & { partner: string })[];
  before: number | null;
  now: number;
}

/** Records that fit the filters, with a bulk retry; hosts that fail; counts of each partner. */
export function DeliveryList(props: ListProps): JSX.Element {
  const { reader, filters, rows, before, now, hosts, attempts, partners } = props;
  const mayRetry = reader.role !== "viewer" && isRetried(filters.state) && rows.length > 0;
  return (
    <>
      <FilterForm {...props} />
      {rows.length === 0 ? (
        <EmptyState title="No delivery to show.">
          {before === null ? (
            <>
              Each event makes one for every webhook of its type. If filters hide them:{" "}
              <a href={PATH}>show all deliveries</a>.
            </>
          ) : (
            "None of the newest records matches; older ones have not been searched yet."
          )}
        </EmptyState>
      ) : (
        <Records rows={rows} now={now} />
      )}
      <p>
        {before !== null && <a href={`${PATH}${queryOf(filters, { before })}`}>Earlier deliveries</a>}{" "}
        {mayRetry && <a href={`${PATH}/retry${queryOf(filters)}`}>Retry all that fit</a>}
      </p>
      <h2 id="hosts">Failing endpoints</h2>
      <Hosts hosts={hosts} attempts={attempts} now={now} />
      <h2 id="partners">By partner</h2>
      <Partners partners={partners} />
    </>
  );
}

function FilterForm({ filters, partnerNames, eventTypes }: ListProps): JSX.Element {
  const any = ["", "any"] as const;
  return (
    <form method="get" action={PATH} class="form filters">
      <Choice
        name="state"
        label="State"
        value={filters.state}
        options={[any, ...DELIVERY_STATES.map((state) => [state, wordOf(state)] as const)]}
      />
      <Choice
        name="partner"
        label="Partner"
        value={filters.partner}
        options={[any, ...partnerNames.map((name) => [name, name] as const)]}
      />
      <Choice
        name="event_type"
        label="Event type"
        value={filters.event_type}
        options={[any, ...eventTypes.map((type) => [type, type] as const)]}
      />
      <Field name="host" label="Endpoint host" value={filters.host} />
      <Field name="webhook_id" label="Webhook id" value={filters.webhook_id?.toString()} />
      <Field name="from" label="From (UTC)" value={filters.from} />
      <Field name="to" label="To (UTC)" value={filters.to} />
      <button type="submit">Filter</button>
      <p class="note">Times such as 2026-11-22 or 2026-11-22 10:30.</p>
    </form>
  );
}

function Records({ rows, now }: Pick<ListProps, "rows" | "now">): JSX.Element {
  return (
    <Table
      caption="Deliveries, newest first"
      columns={[
        { head: "Delivery", cell: ({ id }) => <a href={`${PATH}/${id}`}>{id}</a> },
        {
          head: "State",
          cell: ({ state }) => <StatusMark status={MARKS[state]} word={wordOf(state)} />,
        },
        { head: "Partner", cell: ({ partner }) => <PartnerLink name={partner} /> },
        { head: "Event", cell: ({ event_type }) => <span class="whole">{event_type}</span> },
        { head: "Endpoint", cell: ({ target_url }) => <span class="roomy">{hostOf(target_url)}</span> },
        { head: "Attempts", cell: ({ attempts }) => attempts, numeric: true },
        {
          head: "Last error",
          cell: ({ reason_tag, last_error }) =>
            last_error === null ? (
              "none"
            ) : (
              <span class="anywhere">{`${reason_tag ?? "other"}: ${last_error}`}</span>
            ),
        },
        { head: "Made", cell: ({ created_at }) => <Time at={created_at} now={now} /> },
      ]}
      rows={rows}
      keyOf={({ id }) => id}
    />
  );
}

function Hosts({ hosts, attempts, now }: Pick<ListProps, "hosts" | "attempts" | "now">): JSX.Element {
  const counted = `Of the newest ${attempts.toLocaleString("en")} attempts of the last 24 hours.`;
  if (hosts.length === 0)
    return (
      <p>
        <StatusMark status="ok" word="none" /> {counted}
      </p>
    );
  return (
    <>
      <p>{counted}</p>
      <HostTable hosts={hosts} now={now} />
    </>
  );
}

function HostTable({ hosts, now }: Pick<ListProps, "hosts" | "now">): JSX.Element {
  return (
    <Table
      caption="Hosts by their share of failed attempts"
      columns={[
        {
          head: "Host",
          cell: ({ host }) => (
            <a class="anywhere" href={`${PATH}${queryOf({ host })}`}>
              {host}
            </a>
          ),
        },
        { head: "Failed", cell: ({ failurePct }) => `${failurePct} %`, numeric: true },
        {
          head: "Attempts",
          cell: ({ attempts: all, failures }) =>
            `${failures.toLocaleString("en")} of ${all.toLocaleString("en")}`,
          numeric: true,
        },
        {
          head: "Webhooks",
          cell: ({ webhooks }) =>
            webhooks.map((each) => (
              <div key={each.webhook_id}>
                <a href={`${PATH}${queryOf({ webhook_id: each.webhook_id })}`}>{each.webhook_id}</a>{" "}
                <StatusMark {...endpointState(each)} />
              </div>
            )),
        },
        {
          head: "Partners",
          cell: ({ partners }) =>
            partners.map((name) => (
              <div key={name}>
                <PartnerLink name={name} />
              </div>
            )),
        },
        { head: "Last attempt", cell: ({ lastAt }) => <Time at={lastAt} now={now} /> },
      ]}
      rows={hosts}
      keyOf={({ host }) => host}
    />
  );
}

function Partners({ partners }: Pick<ListProps, "partners">): JSX.Element {
  if (partners.length === 0)
    return (
      <EmptyState title="Partners with webhooks will be here.">They register webhooks by the API.</EmptyState>
    );
  return (
    <Table
      caption="Deliveries of each partner by state"
      columns={[
        { head: "Partner", cell: ({ name }) => <PartnerLink name={name} /> },
        ...DELIVERY_STATES.map((state) => ({
          head: wordOf(state),
          cell: ({ name, counts }: PartnerCounts) =>
            counts[state] === 0 ? (
              "0"
            ) : (
              <a href={`${PATH}${queryOf({ partner: name, state })}`}>{counts[state].toLocaleString("en")}</a>
            ),
          numeric: true,
        })),
      ]}
      rows={partners}
      keyOf={({ name }) => name}
    />
  );
}

export function hostOf(url: string): string {
  return new URL(url).host;
}

export function wordOf(state: DeliveryState): string {
  return state.replaceAll("_", " ");
}
