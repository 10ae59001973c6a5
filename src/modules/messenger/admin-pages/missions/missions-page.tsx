/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Alert,
  Clipped,
  type DataColumn,
  DataTable,
  EmptyState,
  Field,
  FilterForm,
  ListAddress,
  type ListQuery,
  type Reader,
  type Status,
  StatusMark,
} from "../../../../pages/index.ts";
import type { MissionView } from "../../missions/index.ts";
import {
  DeskForm,
  type EnteredForm,
  figure,
  HOME,
  JsonLink,
  MiniappSections,
  rewardText,
} from "../parts.tsx";
import { MissionFields } from "./mission-fields.tsx";

export const PATH = `${HOME}/missions`;
/** The page with the form of a new mission. Not below the list, where a key follows. */
export const CREATE_PATH = `${HOME}/new-mission`;

interface MissionsProps {
  reader: Reader;
  /** Newest first. */
  missions: readonly MissionView[];
  query: ListQuery;
}

/** Missions; operators create more on a page of their own. */
export function MissionsContent({ missions, query, reader }: MissionsProps): JSX.Element {
  const list = new ListAddress(PATH, query);
  return (
    <>
      <MiniappSections current={PATH} />
      {reader.role !== "viewer" && (
        <p>
          <a class="button button-main" href={CREATE_PATH}>
            New mission
          </a>
        </p>
      )}
      <FilterForm
        list={list}
        filters={[{ name: "state", label: "State", options: ["draft", "active", "inactive"] }]}
      />
      <DataTable
        caption="Missions, newest first"
        list={list}
        columns={COLUMNS}
        rows={missions}
        keyOf={({ mission_key }) => mission_key}
      >
        <EmptyState title="Missions will be here.">
          An operator creates a draft; players see it once it is active.
        </EmptyState>
      </DataTable>
      <JsonLink path="/api/messenger/admin/missions" />
    </>
  );
}

const COLUMNS: DataColumn<MissionView>[] = [
  {
    id: "mission",
    head: "Mission",
    value: ({ title }) => title,
    cell: ({ mission_key, title }) => (
      <a href={`${PATH}/${mission_key}`}>
        <Clipped text={title} />
      </a>
    ),
  },
  {
    id: "key",
    head: "Key",
    value: ({ mission_key }) => mission_key,
    cell: ({ mission_key }) => <Clipped text={mission_key} />,
  },
  {
    id: "state",
    head: "State",
    isMain: true,
    value: ({ state }) => state,
    cell: ({ state }) => <StateMark state={state} />,
  },
  {
    id: "goal",
    head: "Goal",
    value: ({ goal }) => `${figure(goal.target)} ${goal.kind.replaceAll("_", " ")}`,
  },
  { id: "reward", head: "Reward", value: ({ reward }) => rewardText(reward) },
  {
    id: "budget_left",
    head: "Budget left",
    numeric: true,
    value: ({ budget_left }) => budget_left,
    cell: ({ budget, budget_left }) =>
      budget === null ? "no limit" : `${figure(budget_left ?? 0)} of ${figure(budget)}`,
  },
  { id: "audience", head: "Audience", isExtra: true, value: ({ audience }) => audience ?? "everybody" },
  { id: "revision", head: "Revision", isExtra: true, numeric: true, value: ({ revision }) => revision },
];

interface NewMissionProps {
  csrfToken: string;
  /** Keys of audience groups. */
  audiences: readonly string[];
  entered: EnteredForm;
}

/** The form that creates a mission. */
export function NewMissionForm({ audiences, entered, csrfToken }: NewMissionProps): JSX.Element {
  return (
    <>
      <MiniappSections current={PATH} />
      {entered.message !== null && <Alert word="Not created">{entered.message}</Alert>}
      <DeskForm to={PATH} csrfToken={csrfToken}>
        <Field
          name="mission_key"
          label="Key"
          required
          value={entered.values.mission_key}
          fault={entered.faults.mission_key}
          note="1 to 64 letters, digits, . _ -; it cannot be changed later."
        />
        <MissionFields entered={entered} audiences={audiences} />
        <button type="submit" class="button-main">
          Create draft
        </button>
      </DeskForm>
    </>
  );
}

const STATE_MARKS: Record<MissionView["state"], Status> = {
  draft: "unknown",
  active: "ok",
  inactive: "warn",
};

export function StateMark({ state }: { state: MissionView["state"] }): JSX.Element {
  return <StatusMark status={STATE_MARKS[state]} word={state} />;
}
