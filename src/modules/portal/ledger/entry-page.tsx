/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import { EmptyState, KeyValue, StatusMark, Table, Time } from "../../../pages/index.ts";
import type { LedgerEntry } from "../../ledger/entries/index.ts";
import type { UserRow } from "../../ledger/users/index.ts";
import type { DeliveryList } from "../../webhooks/deliveries/index.ts";
import { MARKS, toWord } from "../../webhooks/delivery-desk/index.ts";
import type { FeedRow } from "../../webhooks/events/index.ts";

interface EntryProps {
  entry: Static<typeof LedgerEntry>;
  /** Whether a reversal moved only a part of it. */
  isPartlyReversed: boolean;
  user: Pick<UserRow, "external_id">;
  /** Null if it is no longer kept. */
  event: Pick<FeedRow, "uid" | "event_type"> | null;
  deliveries: Static<typeof DeliveryList>["events"];
  now: number;
}

/** One ledger entry: what it changed, who asked for it, its event and the deliveries of that. */
export function Entry(props: EntryProps): JSX.Element {
  const { entry, isPartlyReversed, user, event, deliveries, now } = props;
  const notes = Object.entries(entry.metadata ?? {});
  const name = user.external_id === null ? entry.user_id : `${entry.user_id}, ext:${user.external_id}`;
  return (
    <>
      <KeyValue
        rows={[
          ["Entry", entry.id],
          ["User", <Text key="user" text={name} />],
          ["Change", entry.delta.toLocaleString("en", { signDisplay: "always" })],
          ["Balance after", entry.balance_after.toLocaleString("en")],
          ["Reason", <Text key="reason" text={entry.reason} />],
          ["Source", <Text key="source" text={entry.source} />],
          ["Idempotency-Key", <Text key="reference" text={entry.idempotency_key} />],
          ["Key", <Key key="key" id={entry.partner_key_id} />],
          [
            "Metadata",
            <Text
              key="notes"
              text={notes.length === 0 ? "none" : notes.map((each) => each.join(": ")).join(", ")}
            />,
          ],
          [
            isPartlyReversed ? "Partly reversed by" : "Reversed by",
            <Other key="reversed" id={entry.reversed_by} />,
          ],
          ["Reverses", <Other key="reverses" id={entry.reverses} />],
          ["Created", <Time key="created" at={Date.parse(entry.created_at)} now={now} />],
        ]}
      />
      <h2 id="event">Event</h2>
      {event === null ? (
        <EmptyState title="The event is no longer kept.">Events are kept for 30 days.</EmptyState>
      ) : (
        <p>
          {event.event_type},{" "}
          <a class="anywhere" href={`/partners/deliveries?event_id=${event.uid}`}>
            {event.uid}
          </a>
        </p>
      )}
      {event !== null && <EventDeliveries deliveries={deliveries} />}
    </>
  );
}

function EventDeliveries({ deliveries }: Pick<EntryProps, "deliveries">): JSX.Element {
  if (deliveries.length === 0)
    return (
      <EmptyState title="The event has no deliveries.">
        No webhook was subscribed to its type when it happened.
      </EmptyState>
    );
  return (
    <Table
      caption="Deliveries of the event"
      columns={[
        { head: "Delivery", cell: ({ id }) => <a href={`/partners/deliveries/${id}`}>{id}</a> },
        {
          head: "State",
          cell: ({ status }) => <StatusMark status={MARKS[status]} word={toWord(status)} />,
        },
        {
          head: "Webhook",
          cell: ({ webhook_id, target_url }) => (
            <span class="anywhere">{`${webhook_id}, ${target_url}`}</span>
          ),
        },
        { head: "Attempts", cell: ({ attempts }) => attempts, numeric: true },
      ]}
      rows={deliveries}
      keyOf={({ id }) => id}
    />
  );
}

function Text({ text }: { text: string }): JSX.Element {
  return <span class="anywhere">{text}</span>;
}

function Key({ id }: { id: string | null }): JSX.Element {
  if (id === null) return <>none: the service made it</>;
  return (
    <a class="anywhere" href={`/partners/keys/${id}`}>
      {id}
    </a>
  );
}

function Other({ id }: { id: number | null }): JSX.Element {
  return id === null ? <>none</> : <EntryLink id={id} />;
}

/** The link to an entry's page. */
export function EntryLink({ id }: { id: number }): JSX.Element {
  return <a href={`/partners/ledger/${id}`}>{id}</a>;
}
