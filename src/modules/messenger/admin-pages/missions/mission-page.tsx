/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  Alert,
  formToken,
  LineChart,
  type Reader,
  Table,
  Tiles,
  Time,
} from "../../../../pages/index.ts";
import type { MissionAnalyticsView, MissionView } from "../../missions/index.ts";
import { DeskForm, type EnteredForm, figure, JsonLink, MiniappSections, rewardText } from "../parts.tsx";
import { Funnel } from "./funnel.tsx";
import { MissionFields } from "./mission-fields.tsx";
import { PATH, StateMark } from "./missions-page.tsx";

interface MissionProps {
  reader: Reader;
  mission: MissionView;
  analytics: MissionAnalyticsView;
  revisions: readonly { revision: number; actor: string; created_at: number }[];
  audiences: readonly string[];
  entered: EnteredForm;
  now: number;
}

/** One mission: funnel, daily figures, decisions, revisions, and the form that changes it. */
export function MissionContent(props: MissionProps): JSX.Element {
  const { analytics, mission, now, reader, revisions } = props;
  const { mission_key: key } = mission;
  const token = formToken(reader);
  return (
    <>
      <MiniappSections current={PATH} />
      <p class="lead">
        <StateMark state={mission.state} /> {mission.title}
      </p>
      <Tiles
        tiles={[
          { label: "Goal", value: figure(mission.goal.target), note: mission.goal.kind.replaceAll("_", " ") },
          { label: "Reward", value: rewardText(mission.reward) },
          { label: "Total paid", value: figure(analytics.rewards_paid) },
          {
            label: "Budget left",
            value: analytics.budget_left === null ? "—" : figure(analytics.budget_left),
            ...(analytics.budget_left === null ? { note: "no limit" } : {}),
          },
          { label: "Revision", value: String(mission.revision) },
        ]}
      />
      {token !== null && mission.state !== "active" && (
        <Action to={`${PATH}/${key}/activate`} csrfToken={token} label="Activate" main />
      )}
      {token !== null && mission.state === "active" && (
        <Action to={`${PATH}/${key}/deactivate`} csrfToken={token} label="Deactivate" dangerous />
      )}
      <Funnel steps={analytics.funnel} days={analytics.window.days} />
      <DailyChart analytics={analytics} />
      <Decisions analytics={analytics} />
      {token !== null && <ChangeForm {...props} token={token} />}
      <h2 id="revisions">Revisions</h2>
      <Table
        caption="Revisions"
        columns={[
          { head: "Revision", cell: ({ revision }) => revision },
          { head: "By", cell: ({ actor }) => actor },
          { head: "When", cell: ({ created_at }) => <Time at={created_at} now={now} /> },
        ]}
        rows={revisions}
        keyOf={({ revision }) => revision}
      />
      <JsonLink path={`/api/messenger/admin/missions/${key}/analytics`} />
    </>
  );
}

function DailyChart({ analytics: { by_day } }: { analytics: MissionAnalyticsView }): JSX.Element {
  return (
    <LineChart
      id="days"
      title="Players per day"
      summary="Enrollments and completions by day."
      labelHead="Day"
      labels={by_day.map(({ day }) => day)}
      series={[
        { name: "Enrolled", values: by_day.map(({ enrolled }) => enrolled) },
        { name: "Completed", values: by_day.map(({ completed }) => completed) },
      ]}
      format={figure}
    />
  );
}

function Decisions({ analytics }: { analytics: MissionAnalyticsView }): JSX.Element {
  const { decisions, shadow_decisions: shadow } = analytics;
  const rows = Object.entries(decisions).map(([code, count]) => ({ code, count }));
  return (
    <>
      <h2 id="decisions">Decisions about reports</h2>
      <Table
        caption="Decisions"
        columns={[
          { head: "Decision", cell: ({ code }) => code.replaceAll("_", " ") },
          { head: "Count", numeric: true, cell: ({ count }) => figure(count) },
          { head: "Recorded only", numeric: true, cell: ({ code }) => figure(shadow[code] ?? 0) },
        ]}
        rows={rows}
        keyOf={({ code }) => code}
      />
    </>
  );
}

function ChangeForm({ audiences, entered, mission, token }: MissionProps & { token: string }): JSX.Element {
  return (
    <>
      <h2 id="change">Change</h2>
      <p>After the first payout, the goal and the reward are fixed.</p>
      {entered.message !== null && <Alert word="Not changed">{entered.message}</Alert>}
      <DeskForm to={`${PATH}/${mission.mission_key}`} csrfToken={token}>
        <input type="hidden" name="revision" value={entered.values.revision ?? String(mission.revision)} />
        <MissionFields entered={entered} audiences={audiences} />
        <button type="submit" class="button-main">
          Save revision {mission.revision + 1}
        </button>
      </DeskForm>
    </>
  );
}
