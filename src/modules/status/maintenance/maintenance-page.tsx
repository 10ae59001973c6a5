/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  Choices,
  Clipped,
  type DataColumn,
  DataTable,
  EmptyState,
  Field,
  formToken,
  ListAddress,
  type ListQuery,
  type Reader,
  StatusMark,
  TimeField,
  timeColumn,
} from "../../../pages/index.ts";
import { maintenanceView } from "./model.ts";
import type { MaintenanceWindow } from "./store.ts";

export const PATH = "/admin/maintenance";
/** The page with the form that schedules maintenance. */
export const CREATE_PATH = `${PATH}/new`;

interface MaintenanceProps {
  reader: Reader;
  /** Newest first. */
  windows: readonly MaintenanceWindow[];
  query: ListQuery;
  now: number;
}

/** Scheduled and past maintenance; operators schedule more on a page of their own. */
export function MaintenanceContent({ reader, windows, query, now }: MaintenanceProps): JSX.Element {
  const token = formToken(reader);
  return (
    <>
      <p>
        Time under maintenance counts neither as up nor as down. It is shown on{" "}
        <a href="/status">the status page</a>.
      </p>
      {token !== null && (
        <p>
          <a class="button button-main" href={CREATE_PATH}>
            Schedule maintenance
          </a>
        </p>
      )}
      <DataTable
        caption="Maintenance, newest first"
        list={new ListAddress(PATH, query)}
        columns={columnsOf(token, now)}
        rows={windows}
        keyOf={({ id }) => id}
      >
        <EmptyState title="Maintenance will appear here until 30 days after its end.">
          Operators schedule it here or with <code>salute maintenance add</code>.
        </EmptyState>
      </DataTable>
    </>
  );
}

/** @param token for the forms that end a window; null for readers who may not */
function columnsOf(token: string | null, now: number): DataColumn<MaintenanceWindow>[] {
  const stateOf = (window: MaintenanceWindow) => maintenanceView(window, now).state.replace("_", " ");
  return [
    {
      id: "work",
      head: "Work",
      value: ({ title }) => title,
      cell: ({ title }) => <Clipped text={title} />,
    },
    {
      id: "state",
      head: "State",
      isMain: true,
      value: stateOf,
      cell: (window) => (
        <>
          {stateOf(window) === "in progress" ? (
            <StatusMark status="maintenance" word="in progress" />
          ) : (
            <span>{stateOf(window)}</span>
          )}
          {token !== null && window.ends_at > now && (
            <Action
              to={`${PATH}/${window.id}/end`}
              csrfToken={token}
              label={window.starts_at < now ? "End now" : "Cancel"}
            />
          )}
        </>
      ),
    },
    { id: "affects", head: "Affects", value: ({ checks }) => checks.join(", ") || "the whole service" },
    timeColumn({ id: "from", head: "From", at: ({ starts_at }) => starts_at, now }),
    timeColumn({ id: "to", head: "To", at: ({ ends_at }) => ends_at, now }),
  ];
}

/** The form that schedules maintenance. */
export function ScheduleForm({ token, checks }: { token: string; checks: readonly string[] }): JSX.Element {
  return (
    <Action to={PATH} csrfToken={token} label="Schedule maintenance" main>
      <Field name="title" label="Description" required note="Shown on the status page." />
      <TimeField name="from" label="Start" note="Leave empty to start now." />
      <Field name="minutes" label="Duration (minutes)" type="number" value="30" required />
      <Choices
        name="checks"
        legend="Affected checks; select none for the whole service"
        options={checks.map((check) => [check, check] as const)}
        values={[]}
      />
    </Action>
  );
}
