/** @jsxImportSource preact */

import { type Static, Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import { ShownQuery } from "../../../http/input/paging.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import { EnteredTime, Id, OneOf, Repeated, Text } from "../../../http/schema/shapes.ts";
import { DAY_MS, MINUTE_MS, timeOfEntry } from "../../../kit/clock.ts";
import type { Site } from "../../../pages/index.ts";
import { adminForm, adminPage } from "../../platform/admin-page/index.ts";
import { createMaintenance } from "./create-maintenance.ts";
import { endMaintenance } from "./end-maintenance.ts";
import { CREATE_PATH, MaintenanceContent, PATH, ScheduleForm } from "./maintenance-page.tsx";
import { listMaintenance } from "./store.ts";

const SHOWN_MS = 30 * DAY_MS;
const MAX_MINUTES = 43_200;

export interface MaintenanceParts {
  site: Site;
  live: Database;
  /** Names of the checks to which maintenance can be limited. */
  checks: readonly string[];
}

/** The page of maintenance, and the forms that schedule and end it. */
export function maintenancePages({ site, live, checks }: MaintenanceParts): Operation[] {
  const Announcement = Type.Object({
    title: Text(120),
    from: Type.Optional(EnteredTime()),
    minutes: Type.Integer({ minimum: 1, maximum: MAX_MINUTES }),
    checks: Type.Optional(Repeated(OneOf(checks))),
  });
  return [
    adminPage(site, {
      id: "maintenancePage",
      path: PATH,
      summary: "List maintenance in progress, scheduled and recently completed",
      title: "Maintenance",
      query: Type.Object(ShownQuery),
      content: ({ reader, query, now }) => {
        const windows = listMaintenance(live.read, now - SHOWN_MS).toReversed();
        return <MaintenanceContent {...{ reader, windows, query, now }} />;
      },
    }),
    adminPage(site, {
      id: "newMaintenancePage",
      path: CREATE_PATH,
      summary: "The form that schedules maintenance",
      title: "Schedule maintenance",
      role: "operator",
      content: ({ reader }) => <ScheduleForm token={reader.csrfToken ?? ""} checks={checks} />,
    }),
    adminForm(site, {
      id: "announceMaintenance",
      path: PATH,
      page: CREATE_PATH,
      summary: "Schedule maintenance",
      done: ({ from }) => (from === undefined ? "Maintenance has begun." : "Maintenance scheduled."),
      role: "operator",
      form: Announcement,
      errors: ["state_conflict"],
      submit: async ({ actor, body }) => {
        const wanted = wantedOf(body);
        await live.writer.run((tx) => createMaintenance(tx, actor, wanted));
        return seeOther(PATH);
      },
    }),
    adminForm(site, {
      id: "endMaintenance",
      path: `${PATH}/{id}/end`,
      summary: "End maintenance now, or cancel scheduled maintenance",
      done: "Maintenance ended.",
      role: "operator",
      params: Type.Object({ id: Id() }),
      errors: ["not_found", "state_conflict"],
      submit: async ({ actor, params, confirm }) => {
        const end = await live.writer.run((tx) => endMaintenance(tx, actor, Number(params.id)));
        if (end === "taken_back") confirm("Maintenance cancelled.");
        return seeOther(PATH);
      },
    }),
  ];

  function wantedOf({ title, from, minutes, checks: only = [] }: Static<typeof Announcement>) {
    const startsAt = from === undefined ? null : timeOfEntry(from);
    return { title, checks: only, startsAt, ends: { afterMs: minutes * MINUTE_MS } };
  }
}
