/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import { ShownQuery } from "../../../http/input/paging.ts";
import type { Operation } from "../../../http/operation.ts";
import { OneOf } from "../../../http/schema/shapes.ts";
import {
  Clipped,
  type DataColumn,
  DataTable,
  EmptyState,
  ListAddress,
  numberColumn,
  PARTNER_COLUMN,
  Sections,
  type Site,
  StatusMark,
  timeColumn,
} from "../../../pages/index.ts";
import { adminPage } from "../../platform/admin-page/index.ts";
import { endpointState } from "./endpoints.ts";
import {
  listReceivers,
  RECEIVER_STATES,
  RECEIVERS_PATH,
  type ReceiverRow,
  type ReceiverState,
} from "./receiver-store.ts";

const PAGE_ROWS = 100;

const LABELS: Record<ReceiverState, string> = {
  failing: "Failing",
  gone: "Off: answered 410",
  off: "Off by partner, deliveries wait",
};

const EMPTY: Record<ReceiverState, string> = {
  failing: "Receivers whose last attempt failed will be here, until one succeeds.",
  gone: "Receivers that answered 410 will be here, until somebody switches them on.",
  off: "Receivers that their partners switched off will be here while deliveries wait for them.",
};

const pathOf = (state: ReceiverState) => `${RECEIVERS_PATH}?state=${state}`;
const LINKS = RECEIVER_STATES.map((state) => [pathOf(state), LABELS[state]] as const);

const SWITCH_ON = {
  to: "/admin/bulk/new",
  csrfToken: null,
  children: (
    <button type="submit" name="kind" value="enable_webhooks">
      Switch selected on
    </button>
  ),
};

/** Webhooks that do not take their deliveries, with those that wait for them. */
export function receiverPages(site: Site): Operation[] {
  return [
    adminPage(site, {
      id: "receiversPage",
      path: RECEIVERS_PATH,
      summary: "Webhooks that fail or are off, with the deliveries that wait for them",
      title: "Receivers",
      query: Type.Object({
        state: Type.Optional(OneOf(RECEIVER_STATES, { description: "failing by default." })),
        offset: Type.Optional(
          Type.Integer({ minimum: 0, description: "Receivers to leave out at the start." }),
        ),
        ...ShownQuery,
      }),
      content: ({ sql, reader, query, now }) => {
        const { state = "failing", offset = 0, ...shown } = query;
        const rows = listReceivers(sql, state, { offset, limit: PAGE_ROWS + 1 });
        return (
          <>
            <Sections label="State" links={LINKS} current={pathOf(state)} />
            <DataTable
              caption={LABELS[state]}
              list={new ListAddress(RECEIVERS_PATH, { ...shown, state, offset })}
              columns={columnsOf(state, now)}
              rows={rows.slice(0, PAGE_ROWS)}
              keyOf={({ id }) => id}
              next={rows.length > PAGE_ROWS ? ["offset", offset + PAGE_ROWS] : null}
              selection={state === "failing" || reader.role === "viewer" ? null : SWITCH_ON}
            >
              <EmptyState title="No receiver is in this state.">{EMPTY[state]}</EmptyState>
            </DataTable>
          </>
        );
      },
    }),
  ];
}

const REASON_COLUMN: DataColumn<ReceiverRow> = {
  id: "reason",
  head: "Partner's reason",
  value: ({ reason }) => reason,
  cell: ({ reason }) => (reason === null ? "none given" : <Clipped text={reason} />),
};

function columnsOf(state: ReceiverState, now: number): DataColumn<ReceiverRow>[] {
  return [
    {
      id: "webhook",
      head: "Webhook",
      value: ({ id }) => id,
      cell: ({ id }) => <a href={`/admin/deliveries?webhook_id=${id}`}>{id}</a>,
    },
    PARTNER_COLUMN,
    {
      id: "url",
      head: "URL",
      value: ({ target_url }) => target_url,
      cell: ({ target_url }) => <Clipped text={target_url} />,
    },
    {
      id: "state",
      head: "State",
      isMain: true,
      value: (row) => endpointState({ ...row, deleted_at: null }).word,
      cell: (row) => <StatusMark {...endpointState({ ...row, deleted_at: null })} />,
    },
    ...(state === "off" ? [REASON_COLUMN] : []),
    numberColumn({ id: "waiting", head: "Waiting", value: ({ waiting }) => waiting }),
    timeColumn({ id: "oldest", head: "Oldest", at: ({ oldest_at }) => oldest_at, now }),
  ];
}
