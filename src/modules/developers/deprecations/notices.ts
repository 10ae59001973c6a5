import type { Notice } from "../../platform/notices/index.ts";
import type { Deprecations } from "./deprecations.ts";
import { daysLeft, inDays, reminderDue } from "./rules.ts";

/** Notices for operators about sunsets in the next seven days. */
export function deprecationNotices({ entries }: Deprecations, now: number): Notice[] {
  return entries
    .filter((entry) => reminderDue(entry, now) !== null)
    .map((entry) => {
      const message = `${entry.id} reaches its sunset in ${inDays(daysLeft(entry, now))}: see which partners still call it.`;
      return { status: "warn", message, path: "/admin/deprecations" };
    });
}
