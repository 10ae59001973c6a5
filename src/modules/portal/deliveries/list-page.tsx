/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import {
  Action,
  DataTable,
  EmptyState,
  FilterForm,
  formToken,
  ListAddress,
  type Reader,
  StatusMark,
  timeColumn,
} from "../../../pages/index.ts";
import { DELIVERY_STATES, type DeliveryList, describeError } from "../../webhooks/deliveries/index.ts";
import { MARKS, toWord } from "../../webhooks/delivery-desk/index.ts";
import { EVENT_TYPES } from "../../webhooks/events/index.ts";
import { MAX_RETRIED, type PageQuery, RETRIED, RetryAllForm } from "./model.ts";

export const PATH = "/partners/deliveries";

type DeliveryRow = Static<typeof DeliveryList>["events"][number];

interface ListProps {
  reader: Reader;
  list: Static<typeof DeliveryList>;
  query: Static<typeof PageQuery>;
  /** Ids of the partner's webhooks; records of deleted ones remain. */
  webhookIds: readonly number[];
  now: number;
}

/** A partner's delivery records, with a retry of chosen ones. */
export function Deliveries({ reader, list, query, webhookIds, now }: ListProps): JSX.Element {
  const address = new ListAddress(PATH, query);
  const token = formToken(reader);
  const next = list.pagination.next_cursor;
  return (
    <>
      <FilterForm
        list={address}
        filters={[
          {
            name: "status",
            label: "State",
            options: DELIVERY_STATES.map((state) => [state, toWord(state)] as const),
          },
          { name: "event_type", label: "Event type", options: EVENT_TYPES },
          { name: "webhook_id", label: "Webhook id" },
          { name: "event_id", label: "Delivery or event id" },
          { name: "from", label: "From", kind: "time" },
          { name: "to", label: "To", kind: "time" },
        ]}
      />
      <DataTable
        caption="Deliveries, newest first"
        list={address}
        columns={[
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
            value: ({ status }) => status,
            cell: ({ status }) => <StatusMark status={MARKS[status]} word={toWord(status)} />,
          },
          {
            id: "event",
            head: "Event",
            value: ({ event_type }) => event_type,
            cell: (each) => <span class="whole">{each.event_type}</span>,
          },
          {
            id: "webhook",
            head: "Webhook",
            value: ({ webhook_id }) => webhook_id,
            cell: ({ webhook_id }) =>
              webhookIds.includes(webhook_id) ? (
                <a href={address.with({ webhook_id, cursor: undefined })}>{webhook_id}</a>
              ) : (
                `${webhook_id} (deleted)`
              ),
          },
          { id: "attempts", head: "Attempts", value: ({ attempts }) => attempts, numeric: true },
          {
            id: "error",
            head: "Last error",
            value: ({ reason_tag, last_error }) => describeError(reason_tag, last_error),
            cell: ({ reason_tag, last_error }) => (
              <span class="anywhere">{describeError(reason_tag, last_error) ?? "none"}</span>
            ),
          },
          timeColumn({ id: "made", head: "Made", at: ({ created_at }: DeliveryRow) => created_at, now }),
        ]}
        rows={list.events}
        keyOf={({ id }) => id}
        next={next === null ? null : ["cursor", next]}
        isSelectable={({ webhook_id }) => webhookIds.includes(webhook_id)}
        selection={
          token === null
            ? null
            : {
                to: `${PATH}/retry`,
                csrfToken: token,
                children: <button type="submit">Send the chosen ones again</button>,
              }
        }
      >
        <EmptyState title="No delivery to show.">
          {next === null ? (
            <>
              Each event makes one for every webhook of its type. If filters hide them:{" "}
              <a href={PATH}>show all deliveries</a>.
            </>
          ) : (
            <a href={address.with({ cursor: next })}>Search earlier deliveries</a>
          )}
        </EmptyState>
      </DataTable>
      {token !== null && list.count > 0 && <RetryAll query={query} csrfToken={token} />}
    </>
  );
}

/** Sends all that the filters select again, beyond this page. */
function RetryAll({ query, csrfToken }: { query: Static<typeof PageQuery>; csrfToken: string }) {
  if (query.event_id !== undefined) return null;
  const { status = "" } = query;
  if (!RETRIED.some((each) => each === status)) {
    const address = new ListAddress(PATH, { ...query, cursor: undefined });
    return (
      <p>
        To send many again, show only <a href={address.with({ status: "dead_letter" })}>dead letters</a> or{" "}
        <a href={address.with({ status: "failed" })}>failed deliveries</a>, since a time if you like.
      </p>
    );
  }
  const fields = Object.keys(RetryAllForm.properties).flatMap((name) => {
    const value = query[name as keyof typeof query];
    return value === undefined ? [] : [[name, value] as const];
  });
  return (
    <Action
      to={`${PATH}/retry-all`}
      csrfToken={csrfToken}
      label={`Send all that these filters select again, ${MAX_RETRIED.toLocaleString("en")} at a time`}
    >
      {fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </Action>
  );
}
