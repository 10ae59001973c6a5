/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Clipped, PartnerLink, StatusMark, Table, Time } from "../../../pages/index.ts";
import { endpointState, type HostHealth } from "./endpoints.ts";
import { PATH, toQuery } from "./model.ts";

interface FailingProps {
  hosts: readonly HostHealth[];
  /** Number of newest attempts counted in `hosts`. */
  attempts: number;
  now: number;
}

/** Hosts with failed attempts, the largest share of failures first. */
export function FailingEndpoints({ hosts, attempts, now }: FailingProps): JSX.Element {
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

function HostTable({ hosts, now }: Pick<FailingProps, "hosts" | "now">): JSX.Element {
  return (
    <Table
      caption="Hosts by their share of failed attempts"
      columns={[
        {
          head: "Host",
          cell: ({ host }) => (
            <a href={`${PATH}${toQuery({ host })}`}>
              <Clipped text={host} />
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
              <div key={each.webhook_id} class="whole">
                <a href={`${PATH}${toQuery({ webhook_id: each.webhook_id })}`}>{each.webhook_id}</a>{" "}
                <span class="roomy">
                  <StatusMark {...endpointState(each)} />
                </span>
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
