/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Action, EmptyState, type Reader, StatusMark, Table, Time } from "../../../pages/index.ts";
import { endpointState, type listEndpoints, subscribedNames } from "../../webhooks/delivery-desk/index.ts";
import { PATH } from "./model.ts";
import { SettingsFields } from "./settings-fields.tsx";

interface WebhooksProps {
  reader: Reader;
  endpoints: ReturnType<typeof listEndpoints>;
  now: number;
}

/** A partner's webhooks with their health, and the form that creates one. */
export function Webhooks({ reader, endpoints, now }: WebhooksProps): JSX.Element {
  return (
    <>
      {endpoints.length === 0 ? (
        <EmptyState title="Webhooks will be here.">
          A webhook gets an HTTP request for each event of its types.
        </EmptyState>
      ) : (
        <Table
          caption="Webhooks, newest first"
          columns={[
            { head: "Webhook", cell: ({ webhook_id: id }) => <a href={`${PATH}/${id}`}>{id}</a> },
            { head: "State", cell: (each) => <StatusMark {...endpointState(each)} /> },
            { head: "Endpoint", cell: ({ target_url }) => <span class="anywhere">{target_url}</span> },
            { head: "Event types", cell: (each) => subscribedNames(each).join(", ") },
            {
              head: "Failed of the last attempts",
              cell: ({ attempts, failures }) => (attempts === 0 ? "none yet" : `${failures} of ${attempts}`),
              numeric: true,
            },
            { head: "Created", cell: ({ created_at }) => <Time at={created_at} now={now} /> },
          ]}
          rows={endpoints}
          keyOf={({ webhook_id }) => webhook_id}
        />
      )}
      {reader.role !== "viewer" && reader.csrfToken !== null && (
        <>
          <h2 id="create">Create webhook</h2>
          <Action to={PATH} csrfToken={reader.csrfToken} label="Create webhook" main>
            <SettingsFields settings={null} />
          </Action>
        </>
      )}
    </>
  );
}
