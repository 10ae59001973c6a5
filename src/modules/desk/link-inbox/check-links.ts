import type { Database } from "../../../db/database.ts";
import type { Tx } from "../../../db/sql.ts";
import { type Clock, MINUTE_MS } from "../../../kit/clock.ts";
import type { Job } from "../../platform/jobs/index.ts";
import type { CheckResult, LinkChecker } from "./client.ts";
import { insertEvent } from "./event-store.ts";
import { COOLDOWN_MS, nextState } from "./rules.ts";
import { type LinkRow, listDueLinks, listUnrecordedSkips, markSkipped, updateCheck } from "./store.ts";

interface CheckParts {
  live: Database;
  clock: Clock;
  links: LinkChecker;
}

export const linkInboxJob: Job<CheckParts> = {
  name: "link_inbox",
  schedule: "*/15 * * * *",
  timeoutMs: 10 * MINUTE_MS,
  waitsForSchedule: true,
  description: "Checks each link in the link inbox at most once every six hours",
  run: checkLinks,
};

/** Concurrent checks. */
const CONCURRENCY = 10;
const SKIPS_PER_TRANSACTION = 200;

/** Checks every link whose cooldown is over, and records why others are skipped, once per cooldown. */
async function checkLinks(parts: CheckParts, signal: AbortSignal): Promise<string> {
  const { live, clock } = parts;
  const before = clock.now() - COOLDOWN_MS;
  const skipped = await recordSkips(live, before, signal);
  const events = { resolved: 0, reopened: 0 };
  let checked = 0;
  for (;;) {
    signal.throwIfAborted();
    const due = listDueLinks(live.read, before, CONCURRENCY);
    if (due.length === 0) break;
    const results = await Promise.all(due.map((link) => parts.links.check(link.url ?? "")));
    for (const [index, link] of due.entries()) {
      const result = results[index];
      if (result === undefined) continue;
      const event = await live.writer.run((tx) => saveResult(tx, link, result));
      if (event === "link.resolved") events.resolved++;
      if (event === "link.reopened") events.reopened++;
      checked++;
    }
  }
  return `${checked} checked, ${skipped} skipped, ${events.resolved} resolved, ${events.reopened} reopened`;
}

async function recordSkips(live: Database, before: number, signal: AbortSignal): Promise<number> {
  let skipped = 0;
  for (;;) {
    signal.throwIfAborted();
    const links = listUnrecordedSkips(live.read, before, SKIPS_PER_TRANSACTION);
    if (links.length === 0) return skipped;
    await live.writer.run((tx) => {
      for (const link of links) {
        markSkipped(tx, link.id);
        const skip_reason = link.url === null ? "no_url" : "cooldown";
        insertEvent(tx, link, { event: "link.skipped", skip_reason });
      }
    });
    skipped += links.length;
  }
}

function saveResult(tx: Tx, link: LinkRow, result: CheckResult) {
  const next = nextState(
    { state: link.state, firstOkAt: link.first_ok_at },
    result.status_code_family,
    tx.now,
  );
  if (!updateCheck(tx, link, { ...result, ...next })) return null;
  insertEvent(tx, link, { event: "link.checked", ...result });
  if (next.event !== null) insertEvent(tx, link, { event: next.event, ...result });
  return next.event;
}
