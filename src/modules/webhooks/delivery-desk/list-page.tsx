/** @jsxImportSource preact */

import type { JSX } from "preact";
import { isoUtc } from "../../../kit/clock.ts";
import {
  Clipped,
  type DataColumn,
  DataTable,
  EmptyState,
  FilterForm,
  ListAddress,
  PARTNER_COLUMN,
  PartnerLink,
  type Reader,
  ShortValue,
  type Status,
  StatusMark,
  Table,
  Time,
  timeColumn,
} from "../../../pages/index.ts";
import { DELIVERY_STATES, type DeliveryView, describeError } from "../deliveries/index.ts";
import { isRetried } from "./bulk.ts";
import type { HostHealth } from "./endpoints.ts";
import { FailingEndpoints } from "./failing-endpoints.tsx";
import { DISCARDED, type Filters, type ListQuery, PATH, toQuery } from "./model.ts";

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
  query: ListQuery;
  partnerNames: readonly string[];
  eventTypes: readonly string[];
  partners: readonly PartnerCounts[];
  hosts: readonly HostHealth[];
  /** Number of newest attempts counted in `hosts`. */
  attempts: number;
  rows: readonly DeskDelivery[];
  before: number | null;
  now: number;
}

type DeskDelivery = DeliveryView & { partner: string };

/** Endpoints that fail; records that fit the filters, with a bulk retry; counts of each partner. */
export function DeliveryList(props: ListProps): JSX.Element {
  const { reader, filters, query, rows, before, now, hosts, attempts, partners } = props;
  const mayChange = reader.role !== "viewer" && reader.csrfToken !== null;
  const list = new ListAddress(PATH, query);
  return (
    <>
      <h2 id="hosts">Failing endpoints</h2>
      <FailingEndpoints hosts={hosts} attempts={attempts} now={now} />
      <h2 id="deliveries">All deliveries</h2>
      <FilterForm
        list={list}
        filters={[
          {
            name: "state",
            label: "State",
            options: DELIVERY_STATES.map((each) => [each, toWord(each)] as const),
          },
          { name: "partner", label: "Partner", options: props.partnerNames },
          { name: "event_type", label: "Event type", options: props.eventTypes },
          { name: "host", label: "Endpoint host" },
          { name: "webhook_id", label: "Webhook id" },
          { name: "from", label: "From", kind: "time" },
          { name: "to", label: "To", kind: "time" },
        ]}
      />
      {mayChange && rows.length > 0 && <AllThatFit filters={filters} />}
      <DataTable
        caption="Deliveries, newest first"
        list={list}
        columns={columnsAt(now)}
        rows={rows}
        keyOf={({ id }) => id}
        next={before === null ? null : ["before", before]}
        selection={
          mayChange
            ? {
                to: "/admin/bulk/new",
                csrfToken: null,
                children: (
                  <>
                    <button type="submit" name="kind" value="retry_deliveries">
                      Retry selected
                    </button>
                    <button type="submit" name="kind" value="discard_deliveries" class="button-danger">
                      Discard selected
                    </button>
                  </>
                ),
              }
            : null
        }
      >
        <EmptyState title="No delivery to show.">
          {before === null ? (
            <>
              Each event makes one for every webhook of its type. If filters hide them:{" "}
              <a href={PATH}>show all deliveries</a>.
            </>
          ) : (
            <a href={list.with({ before })}>Search older deliveries</a>
          )}
        </EmptyState>
      </DataTable>
      <h2 id="partners">By partner</h2>
      <Partners partners={partners} />
    </>
  );
}

/** Actions on every record of the filters, if its state permits them. */
function AllThatFit({ filters }: Pick<ListProps, "filters">): JSX.Element | null {
  const { state } = filters;
  if (!DISCARDED.some((each) => each === state)) return null;
  const to = (kind: string) => `/admin/bulk/deliveries${toQuery(filters, { kind })}`;
  return (
    <p class="actions">
      {isRetried(state) && <a href={to("retry_deliveries")}>Retry all that fit</a>}
      <a href={to("discard_deliveries")}>Discard all that fit</a>
    </p>
  );
}

function columnsAt(now: number): DataColumn<DeskDelivery>[] {
  return [
    {
      id: "id",
      head: "Delivery",
      value: ({ id }) => id,
      cell: ({ id }) => <a href={`${PATH}/${id}`}>{id}</a>,
    },
    {
      id: "state",
      head: "State",
      isMain: true,
      value: ({ state }) => state,
      cell: ({ state }) => <StatusMark status={MARKS[state]} word={toWord(state)} />,
    },
    PARTNER_COLUMN,
    {
      id: "event",
      head: "Event",
      value: ({ event_type }) => event_type,
      cell: ({ event_type }) => <span class="whole">{event_type}</span>,
    },
    {
      id: "webhook",
      head: "Webhook",
      value: ({ webhook_id }) => webhook_id,
      cell: ({ webhook_id: id }) => <a href={`${PATH}${toQuery({ webhook_id: id })}`}>{id}</a>,
      isExtra: true,
    },
    {
      id: "url",
      head: "Webhook's URL",
      value: ({ target_url }) => target_url,
      cell: ({ webhook_id, target_url }) => (
        <a href={`${PATH}${toQuery({ webhook_id })}`}>
          <Clipped text={target_url} />
        </a>
      ),
    },
    { id: "attempts", head: "Attempts", value: ({ attempts }) => attempts, numeric: true },
    {
      id: "error",
      head: "Last error",
      value: errorOf,
      cell: (row) => {
        const text = errorOf(row);
        return text !== null && <Clipped text={text} />;
      },
    },
    {
      id: "next",
      head: "Next attempt",
      value: ({ next_attempt_at: at }) => (at === null ? null : isoUtc(at)),
      cell: ({ next_attempt_at: at }) => <NextAttempt at={at} now={now} />,
    },
    timeColumn({ id: "made", head: "Created", at: ({ created_at }) => created_at, now }),
    {
      id: "event_id",
      head: "Event id",
      value: ({ event_uid }) => event_uid,
      cell: (row) => <ShortValue value={row.event_uid} label="event" />,
      isExtra: true,
    },
  ];
}

function errorOf({ reason_tag, last_error }: DeskDelivery): string | null {
  return describeError(reason_tag, last_error);
}

/** When a record is sent next. One that is overdue waits for its turn, or for its webhook's next probe. */
export function NextAttempt({ at, now }: { at: number | null; now: number }): JSX.Element {
  if (at === null) return <>none</>;
  return at <= now ? <>due now</> : <Time at={at} now={now} />;
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
          head: toWord(state),
          cell: ({ name, counts }: PartnerCounts) =>
            counts[state] === 0 ? (
              "0"
            ) : (
              <a href={`${PATH}${toQuery({ partner: name, state })}`}>{counts[state].toLocaleString("en")}</a>
            ),
          numeric: true,
        })),
      ]}
      rows={partners}
      keyOf={({ name }) => name}
    />
  );
}

export function toWord(state: DeliveryState): string {
  return state.replaceAll("_", " ");
}
