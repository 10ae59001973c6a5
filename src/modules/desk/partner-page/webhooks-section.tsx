/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  Clipped,
  EmptyState,
  formToken,
  type Reader,
  StatusMark,
  Table,
  Time,
} from "../../../pages/index.ts";
import {
  enablePath,
  endpointSettings,
  endpointState,
  subscribedNames,
} from "../../webhooks/delivery-desk/index.ts";
import type { PartnerFacts } from "./read-partner.ts";

interface WebhooksProps {
  reader: Reader;
  endpoints: PartnerFacts["endpoints"];
  now: number;
}

/** A partner's webhooks with their health; one that is off has a button for operators. */
export function Webhooks({ reader, endpoints, now }: WebhooksProps): JSX.Element {
  const token = formToken(reader);
  if (endpoints.length === 0)
    return <EmptyState title="Webhooks will be here.">The partner registers them with the API.</EmptyState>;
  return (
    <Table
      caption="Webhooks, newest first"
      columns={[
        {
          head: "Webhook",
          cell: ({ webhook_id: id }) => <a href={`/admin/deliveries?webhook_id=${id}`}>{id}</a>,
        },
        {
          head: "Endpoint",
          cell: (each) => (
            <>
              <Clipped text={each.target_url} />
              <Settings endpoint={each} />
            </>
          ),
        },
        { head: "Event types", cell: (each) => subscribedNames(each).join(", ") },
        {
          head: "Health",
          cell: (each) => (
            <>
              <StatusMark {...endpointState(each)} />
              {token !== null && each.is_active === 0 && (
                <Action
                  to={enablePath(each)}
                  csrfToken={token}
                  label={`Switch webhook ${each.webhook_id} on`}
                />
              )}
            </>
          ),
        },
        {
          head: "Failed of the last attempts",
          cell: ({ failures, attempts }) => (attempts === 0 ? "none yet" : `${failures} of ${attempts}`),
          numeric: true,
        },
        {
          head: "Last attempt",
          cell: ({ last_at }) => (last_at === null ? "never" : <Time at={last_at} now={now} />),
        },
      ]}
      rows={endpoints}
      keyOf={({ webhook_id }) => webhook_id}
    />
  );
}

function Settings({ endpoint }: { endpoint: PartnerFacts["endpoints"][number] }): JSX.Element | null {
  const settings = endpointSettings(endpoint);
  return settings.length === 0 ? null : <p class="note anywhere">{settings.join("; ")}</p>;
}
