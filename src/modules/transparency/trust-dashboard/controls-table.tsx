/** @jsxImportSource preact */

import type { JSX } from "preact";
import { StatusMark, Table, Time } from "../../../pages/index.ts";
import type { KindedControl } from "./control.ts";

/** Table of controls with status, summary and evidence. */
export function ControlsTable({
  controls,
  now,
}: {
  controls: readonly KindedControl[];
  now: number;
}): JSX.Element {
  return (
    <div class="controls">
      <Table
        caption="Controls"
        columns={[
          {
            head: "Control",
            cell: ({ id, title, summary }) => (
              <div id={id}>
                {title}
                <p>{summary}</p>
              </div>
            ),
          },
          { head: "Status", cell: ({ status }) => <StatusMark status={status} /> },
          {
            head: "As of",
            cell: ({ checkedAt }) => (checkedAt === null ? "not yet" : <Time at={checkedAt} now={now} />),
          },
          {
            head: "Evidence",
            cell: ({ title, evidence, log }) => (
              <>
                <a href={evidence}>
                  evidence<span class="visually-hidden"> of: {title}</span>
                </a>
                {log !== null && (
                  <>
                    ,{" "}
                    <a href={log.url}>
                      log entry {log.index}
                      <span class="visually-hidden"> about: {title}</span>
                    </a>
                  </>
                )}
              </>
            ),
          },
        ]}
        rows={controls}
        keyOf={({ id }) => id}
      />
    </div>
  );
}
