import { DAY_MS, HOUR_MS } from "../../kit/clock.ts";
import { keep, type Retention } from "../platform/retention/index.ts";
import { purgeActions } from "./bulk/index.ts";
import { purgeDigests } from "./digest/index.ts";
import { purgeErrors } from "./error-counts/index.ts";
import { purgeEvents, purgeExports } from "./link-inbox/index.ts";
import { purgeSnapshots, toDay } from "./preflight/index.ts";
import { purgeRequests } from "./request-log/index.ts";

const LINK_EVENT_MS = 180 * DAY_MS;

/** How long rows of the desk are kept. */
export const DESK_RETENTION: readonly Retention<unknown>[] = [
  keep({
    rows: "preflight snapshots",
    // The longest history query needs 425 days: 365, plus a 60-day baseline.
    windows: { days: { tables: ["preflight_snapshots"], kept: 430 * DAY_MS, after: "the day" } },
    purge: (tx, { days }, { chunk }) => purgeSnapshots(tx, toDay(days), chunk),
  }),
  keep({
    rows: "digests",
    windows: { digests: { tables: ["ops_digests"], kept: 400 * DAY_MS, after: "creation" } },
    purge: (tx, { digests }, { chunk }) => purgeDigests(tx, digests, chunk),
  }),
  keep({
    rows: "error counts",
    windows: { hours: { tables: ["error_hours"], kept: 60 * DAY_MS, after: "the hour" } },
    purge: (tx, { hours }, { chunk }) => purgeErrors(tx, Math.floor(hours / HOUR_MS), chunk),
  }),
  keep({
    rows: "request ids",
    windows: {
      known: {
        rows: "request ids of known callers",
        tables: ["request_log"],
        kept: 30 * DAY_MS,
        after: "the request",
      },
      anonymous: {
        rows: "request ids of anonymous callers",
        tables: ["request_log"],
        kept: 3 * DAY_MS,
        after: "the request",
      },
    },
    purge: (tx, { known, anonymous }, { chunk }) =>
      purgeRequests(tx, { before: known, anonymousBefore: anonymous, chunk }),
  }),
  keep({
    rows: "bulk actions",
    windows: {
      actions: { tables: ["bulk_actions", "bulk_action_items"], kept: 180 * DAY_MS, after: "the end" },
    },
    purge: (tx, { actions }, { chunk }) => purgeActions(tx, actions, chunk),
  }),
  keep({
    rows: "link inbox events",
    windows: { events: { tables: ["link_inbox_events"], kept: LINK_EVENT_MS, after: "arrival" } },
    purge: (tx, { events }, { chunk }) => purgeEvents(tx, events, chunk),
  }),
  keep({
    rows: "link inbox exports",
    windows: {
      exports: {
        tables: ["link_inbox_exports", "link_inbox_tokens"],
        kept: LINK_EVENT_MS,
        after: "the export, and the token's expiry",
      },
    },
    purge: (tx, { exports }, { chunk }) => purgeExports(tx, exports, chunk),
  }),
];
