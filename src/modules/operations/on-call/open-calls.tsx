/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Action, Table, Time } from "../../../pages/index.ts";
import type { CallRow } from "../calls/index.ts";

interface OpenCallsProps {
  calls: readonly CallRow[];
  /** Null for readers who may only look. */
  token: string | null;
  now: number;
}

/** Alarms that wait for somebody, each with the button that takes it; without a token none. */
export function OpenCalls({ calls, token, now }: OpenCallsProps): JSX.Element {
  return (
    <>
      <h2 id="open">Waiting for an acknowledgement</h2>
      <Table
        caption="Alarms that nobody has acknowledged"
        columns={[
          { head: "Alarm", cell: ({ title }) => title },
          { head: "Raised", cell: ({ created_at }) => <Time at={created_at} now={now} /> },
          {
            head: "Escalated",
            cell: ({ escalated_at }) => (escalated_at === null ? "no" : <Time at={escalated_at} now={now} />),
          },
          ...(token === null
            ? []
            : [
                {
                  head: "Acknowledge",
                  cell: ({ alert_uid }: CallRow) => (
                    <Action
                      to={"/admin/on-call/acknowledge"}
                      of={{ alert: alert_uid }}
                      csrfToken={token}
                      label="Acknowledge"
                      main
                    />
                  ),
                },
              ]),
        ]}
        rows={calls}
        keyOf={({ alert_uid }) => alert_uid}
      />
    </>
  );
}
