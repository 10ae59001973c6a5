/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Action, EmptyState, Field, type Reader, StatusMark, Table, Time } from "../../../pages/index.ts";
import { maintenanceView } from "./model.ts";
import type { MaintenanceWindow } from "./store.ts";

interface MaintenanceProps {
  reader: Reader;
  /** Newest first. */
  windows: readonly MaintenanceWindow[];
  checks: readonly string[];
  now: number;
}

/** What is announced, and the form that announces more. */
export function MaintenanceContent({ reader, windows, checks, now }: MaintenanceProps): JSX.Element {
  const token = reader.role === "viewer" ? null : reader.csrfToken;
  return (
    <>
      <p>
        Its time counts neither as up nor as down, and <a href="/status">the status page</a> shows it.
      </p>
      {windows.length === 0 ? (
        <EmptyState title="Maintenance will be here, for 30 days after it.">
          Operators announce it here, or by <code>salute maintenance add</code>.
        </EmptyState>
      ) : (
        <Table
          caption="Maintenance"
          columns={[
            { head: "Work", cell: ({ title }) => title },
            { head: "State", cell: (window) => <WindowState window={window} now={now} /> },
            { head: "Concerns", cell: ({ checks: only }) => only.join(", ") || "the whole service" },
            { head: "From", cell: ({ starts_at }) => <Time at={starts_at} now={now} /> },
            { head: "To", cell: ({ ends_at }) => <Time at={ends_at} now={now} /> },
            {
              head: "End",
              cell: ({ id, starts_at, ends_at }) =>
                token === null || ends_at <= now ? (
                  ""
                ) : (
                  <Action
                    to={`/admin/maintenance/${id}/end`}
                    csrfToken={token}
                    label={starts_at < now ? "End now" : "Take back"}
                  />
                ),
            },
          ]}
          rows={windows}
          keyOf={({ id }) => id}
        />
      )}
      {token !== null && <Announce token={token} checks={checks} />}
    </>
  );
}

function WindowState({ window, now }: { window: MaintenanceWindow; now: number }): JSX.Element {
  const { state } = maintenanceView(window, now);
  if (state === "in_progress") return <StatusMark status="maintenance" word="under way" />;
  return <>{state === "scheduled" ? "to come" : "over"}</>;
}

function Announce({ token, checks }: { token: string; checks: readonly string[] }): JSX.Element {
  return (
    <>
      <h2 id="announce">Announce maintenance</h2>
      <Action to="/admin/maintenance" csrfToken={token} label="Schedule maintenance" main>
        <Field name="title" label="Description" required note="For readers of the status page." />
        <Field name="from" label="Start (UTC)" note="Such as 2026-11-21T22:00. Left empty: now." />
        <Field name="minutes" label="Duration (minutes)" type="number" value="30" required />
        <fieldset>
          <legend>Only these checks; none for the whole service</legend>
          {checks.map((check) => (
            <label key={check} class="choice">
              <input type="checkbox" name="checks" value={check} /> {check}
            </label>
          ))}
        </fieldset>
      </Action>
    </>
  );
}
