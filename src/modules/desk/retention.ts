import { DAY_MS, HOUR_MS } from "../../kit/clock.ts";
import type { Retention } from "../platform/retention/index.ts";
import { purgeActions } from "./bulk/index.ts";
import { purgeDigests } from "./digest/index.ts";
import { purgeErrors } from "./error-counts/index.ts";
import { purgeEvents, purgeExports } from "./link-inbox/index.ts";
import { dayOf, purgeSnapshots } from "./preflight/index.ts";
import { purgeRequests } from "./request-log/index.ts";

/** The longest history query needs 425 days: 365, plus a 60-day baseline. */
const GUARD_DAYS = 430;
const LINK_EVENT_DAYS = 180;
const ERROR_DAYS = 60;
const DIGEST_DAYS = 400;
const REQUEST_DAYS = 30;
const ANONYMOUS_REQUEST_DAYS = 3;
const BULK_DAYS = 180;

/** How long rows of the desk are kept. */
export const DESK_RETENTION: readonly Retention<unknown>[] = [
  {
    rows: "preflight snapshots",
    purge: (_, now) => (tx, chunk) => purgeSnapshots(tx, dayOf(now - GUARD_DAYS * DAY_MS), chunk),
  },
  {
    rows: "digests",
    purge: (_, now) => (tx, chunk) => purgeDigests(tx, now - DIGEST_DAYS * DAY_MS, chunk),
  },
  {
    rows: "error counts",
    purge: (_, now) => (tx, chunk) =>
      purgeErrors(tx, Math.floor((now - ERROR_DAYS * DAY_MS) / HOUR_MS), chunk),
  },
  {
    rows: "request ids",
    purge: (_, now) => (tx, chunk) =>
      purgeRequests(tx, {
        before: now - REQUEST_DAYS * DAY_MS,
        anonymousBefore: now - ANONYMOUS_REQUEST_DAYS * DAY_MS,
        chunk,
      }),
  },
  {
    rows: "bulk actions",
    purge: (_, now) => (tx, chunk) => purgeActions(tx, now - BULK_DAYS * DAY_MS, chunk),
  },
  {
    rows: "link inbox events",
    purge: (_, now) => (tx, chunk) => purgeEvents(tx, now - LINK_EVENT_DAYS * DAY_MS, chunk),
  },
  {
    rows: "link inbox exports",
    purge: (_, now) => (tx, chunk) => purgeExports(tx, now - LINK_EVENT_DAYS * DAY_MS, chunk),
  },
];
