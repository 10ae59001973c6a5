/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  EmptyState,
  Field,
  type Reader,
  StatusMark,
  Table,
  Time,
  TimeField,
} from "../../../pages/index.ts";
import { maintenanceView } from "./model.ts";
import type { MaintenanceWindow } from "./store.ts";

interface MaintenanceProps {
  reader: Reader;
  /** Newest first. */
  windows: readonly MaintenanceWindow[];
  checks: readonly string[];
  now: number;
}

/** Scheduled and past maintenance, and the form that schedules more. */
export function MaintenanceContent({ reader, windows, checks, now }: MaintenanceProps): JSX.Element {
  const token = reader.role === "viewer" ? null : reader.csrfToken;
  return (
    <>
      <p>
        Time under maintenance counts neither as up nor as down. It is shown on{" "}
        <a href="/status">the status page</a>.
      </p>
      {windows.length === 0 ? (
        <EmptyState title="Maintenance will appear here until 30 days after its end.">
          Operators schedule it here or with <code>salute maintenance add</code>.
        </EmptyState>
      ) : (
        <Table
          caption="Maintenance"
          columns={[
            { head: "Work", cell: ({ title }) => title },
            { head: "State", cell: (window) => <WindowState window={window} now={now} /> },
            { head: "Affects", cell: ({ checks: only }) => only.join(", ") || "the whole service" },
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
                    label={starts_at < now ? "End now" : "Cancel"}
                  />
                ),
            },
          ]}
          rows={windows}
          keyOf={({ id }) => id}
        />
      )}
      {token !== null && <ScheduleForm token={token} checks={checks} />}
    </>
  );
}

function WindowState({ window, now }: { window: MaintenanceWindow; now: number }): JSX.Element {
  const { state } = maintenanceView(window, now);
  if (state === "in_progress") return <StatusMark status="maintenance" word="in progress" />;
  return <>{state === "scheduled" ? "scheduled" : "completed"}</>;
}

function ScheduleForm({ token, checks }: { token: string; checks: readonly string[] }): JSX.Element {
  return (
    <>
      <h2 id="announce">Schedule maintenance</h2>
      <Action to="/admin/maintenance" csrfToken={token} label="Schedule maintenance" main>
        <Field name="title" label="Description" required note="Shown on the status page." />
        <TimeField name="from" label="Start" note="Leave empty to start now." />
        <Field name="minutes" label="Duration (minutes)" type="number" value="30" required />
        <fieldset>
          <legend>Affected checks; select none for the whole service</legend>
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
