import type { Sql } from "../../../db/sql.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import { countedNotice, type Notice } from "../../platform/notices/index.ts";
import { tallyOff } from "./store.ts";

const SHOWN_DAYS = 7;

/** A notice for operators of subscribers that were switched off. */
export function subscriberNotices(sql: Sql, now: number): Notice[] {
  return countedNotice(tallyOff(sql, now - SHOWN_DAYS * DAY_MS), {
    id: "status_subscribers_off",
    status: "warn",
    title: "Subscribers to incidents switched off this week, because their webhooks kept failing",
    path: "/admin/ops/incidents#subscribers",
  });
}
