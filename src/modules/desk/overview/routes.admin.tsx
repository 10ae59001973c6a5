/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Database } from "../../../db/database.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import { invalidPayload } from "../../../http/problem.ts";
import { OneOf, Text } from "../../../http/shapes.ts";
import { isoUtc, SECOND_MS } from "../../../kit/clock.ts";
import { Recent } from "../../../kit/recent.ts";
import { Action, Field, KeyValue, type Reader, type Site, StatusMark, Time } from "../../../pages/index.ts";
import { resumeAfterRestore } from "../../operations/backups/index.ts";
import { adminForm, adminPage } from "../../platform/admin-page/index.ts";
import type { Notice } from "../../platform/notices/index.ts";
import {
  type Restored,
  readRestored,
  readSafeMode,
  type SafeMode,
  switchSafeMode,
} from "../../platform/state/index.ts";
import { type LastDay, LastDayCharts, type LastDayParts, readLastDay } from "./last-day.tsx";

export interface OverviewParts extends LastDayParts {
  site: Site;
  live: Database;
  startedAt: number;
  /** What waits for an operator, asked at each look. */
  notices: () => Notice[];
}

/** The charts are made anew this often. */
const DAY_KEPT_MS = 10 * SECOND_MS;

/** The first page of operators: what waits for them, and the switch that stops every change. */
export function overviewRoutes(parts: OverviewParts): Operation[] {
  const { site, live, startedAt, notices } = parts;
  const days = new Recent<"day", LastDay>(DAY_KEPT_MS);
  return [
    adminPage(site, {
      id: "adminPage",
      path: "/admin",
      summary: "What waits for an operator",
      title: "Overview",
      content: ({ sql, reader, now }) => (
        <Overview
          {...{
            site,
            reader,
            startedAt,
            now,
            notices: notices(),
            day: days.get("day", now, () => readLastDay(parts, now)),
            safeMode: readSafeMode(sql),
            restored: readRestored(sql),
          }}
        />
      ),
    }),
    adminForm(site, {
      id: "switchSafeMode",
      path: "/admin/safe-mode",
      summary: "Refuse every change, or admit changes again",
      role: "operator",
      inSafeMode: true,
      errors: ["state_conflict"],
      form: Type.Object({ state: OneOf(["on", "off"]), reason: Type.Optional(Text(200)) }),
      submit: async ({ actor, body: { state, reason } }) => {
        if (state === "on" && reason === undefined)
          throw invalidPayload("reason", "is required: partners are told it");
        await live.writer.run((tx) => switchSafeMode(tx, actor, state === "on" ? (reason ?? null) : null));
        return seeOther("/admin");
      },
    }),
    adminForm(site, {
      id: "resumeAfterRestore",
      path: "/admin/resume",
      summary: "End the pause after a restore",
      role: "operator",
      inSafeMode: true,
      errors: ["state_conflict"],
      submit: async ({ actor }) => {
        await live.writer.run((tx) => resumeAfterRestore(tx, actor));
        return seeOther("/admin");
      },
    }),
  ];
}

interface OverviewProps {
  site: Site;
  reader: Reader;
  notices: readonly Notice[];
  day: LastDay;
  safeMode: SafeMode | null;
  restored: Restored | null;
  startedAt: number;
  now: number;
}

function Overview({
  site,
  reader,
  notices,
  day,
  safeMode,
  restored,
  startedAt,
  now,
}: OverviewProps): JSX.Element {
  const waiting = notices.filter(({ status }) => status !== "ok");
  return (
    <>
      <h2 id="waiting">Waiting for you</h2>
      {waiting.length === 0 ? (
        <p>
          <StatusMark status="ok" word="nothing" />
        </p>
      ) : (
        <ul class="notices">
          {waiting.map(({ status, message, path }) => (
            <li key={message}>
              <StatusMark status={status} /> <a href={path}>{message}</a>
            </li>
          ))}
        </ul>
      )}
      <h2 id="last-day">The last 24 hours</h2>
      <LastDayCharts day={day} />
      <h2 id="safe-mode">Safe mode</h2>
      <SafeModeSwitch reader={reader} safeMode={safeMode} restored={restored} now={now} />
      <h2 id="process">This process</h2>
      <KeyValue
        rows={[
          ["Version", site.version],
          ["Started", <Time key="started" at={startedAt} now={now} />],
          ["Chain", site.chainMode ?? "none configured"],
          ["Time", isoUtc(now)],
        ]}
      />
    </>
  );
}

function SafeModeSwitch({
  reader,
  safeMode,
  restored,
  now,
}: Pick<OverviewProps, "reader" | "safeMode" | "restored" | "now">): JSX.Element {
  const mayAct = reader.role !== "viewer" && reader.csrfToken !== null;
  if (safeMode !== null) {
    return (
      <>
        <p>
          <StatusMark status="bad" word="on" /> since <Time at={safeMode.since} now={now} />:{" "}
          {safeMode.reason}
        </p>
        <p>Every change answers 503 safe_mode; reads and sign-in go on.</p>
        {mayAct && restored !== null && (
          <Action to="/admin/resume" csrfToken={reader.csrfToken ?? ""} label="Resume after the restore" main>
            <p>
              Restored from {restored.from} <Time at={restored.at} now={now} />. What was acknowledged after
              that state is not in it: look first, then resume.
            </p>
          </Action>
        )}
        {mayAct && restored === null && (
          <Action to="/admin/safe-mode" csrfToken={reader.csrfToken ?? ""} label="Admit changes again" main>
            <input type="hidden" name="state" value="off" />
          </Action>
        )}
      </>
    );
  }
  return (
    <>
      <p>
        <StatusMark status="ok" word="off" /> Switched on, it refuses every change while reads go on: for the
        day when the ledger is in doubt.
      </p>
      {mayAct && (
        <Action
          to="/admin/safe-mode"
          csrfToken={reader.csrfToken ?? ""}
          label="Refuse every change"
          dangerous
        >
          <input type="hidden" name="state" value="on" />
          <Field name="reason" label="Reason" required note="Partners are told it." />
        </Action>
      )}
    </>
  );
}
