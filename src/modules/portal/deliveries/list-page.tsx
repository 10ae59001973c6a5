/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import {
  DataTable,
  EmptyState,
  FilterForm,
  ListAddress,
  type Reader,
  StatusMark,
  Time,
} from "../../../pages/index.ts";
import { DELIVERY_STATES, type DeliveryList } from "../../webhooks/deliveries/index.ts";
import { MARKS, wordOf } from "../../webhooks/delivery-desk/index.ts";
import type { PageQuery } from "./model.ts";

export const PATH = "/partners/deliveries";

interface ListProps {
  reader: Reader;
  list: Static<typeof DeliveryList>;
  query: Static<typeof PageQuery>;
  now: number;
}

/** A partner's delivery records, with a retry of chosen ones. */
export function Deliveries({ reader, list, query, now }: ListProps): JSX.Element {
  const address = new ListAddress(PATH, query);
  const token = reader.role === "viewer" ? null : reader.csrfToken;
  const next = list.pagination.next_cursor;
  return (
    <>
      <FilterForm
        list={address}
        filters={[
          {
            name: "status",
            label: "State",
            options: DELIVERY_STATES.map((state) => [state, wordOf(state)] as const),
          },
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
          { id: "id", head: "Delivery", cell: ({ id }) => <a href={`${PATH}/${id}`}>{id}</a> },
          {
            id: "state",
            head: "State",
            cell: ({ status }) => <StatusMark status={MARKS[status]} word={wordOf(status)} />,
          },
          { id: "event", head: "Event", cell: (each) => <span class="whole">{each.event_type}</span> },
          {
            id: "webhook",
            head: "Webhook",
            cell: (each) => (
              <a href={address.with({ webhook_id: each.webhook_id, cursor: undefined })}>{each.webhook_id}</a>
            ),
          },
          { id: "attempts", head: "Attempts", cell: ({ attempts }) => attempts, numeric: true },
          {
            id: "error",
            head: "Last error",
            cell: ({ reason_tag, last_error }) =>
              last_error === null ? (
                "none"
              ) : (
                <span class="anywhere">{`${reason_tag ?? "other"}: ${last_error}`}</span>
              ),
          },
          {
            id: "made",
            head: "Made",
            cell: ({ created_at }) => <Time at={Date.parse(created_at)} now={now} />,
          },
        ]}
        rows={list.events}
        keyOf={({ id }) => id}
        next={next === null ? null : ["cursor", next]}
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
          Each event makes one for every webhook of its type. If filters hide them:{" "}
          <a href={PATH}>show all deliveries</a>.
        </EmptyState>
      </DataTable>
    </>
  );
}
