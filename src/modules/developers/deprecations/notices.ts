import type { Notice } from "../../platform/notices/index.ts";
import type { Deprecations } from "./deprecations.ts";
import { daysLeft, reminderDue } from "./rules.ts";

/** Notices for operators about sunsets in the next seven days. */
export function deprecationNotices({ entries }: Deprecations, now: number): Notice[] {
  return entries
    .filter((entry) => reminderDue(entry, now) !== null)
    .map((entry) => {
      const days = daysLeft(entry, now);
      const message = `${entry.id} reaches its sunset in ${days} ${days === 1 ? "day" : "days"}: see which partners still call it.`;
      return { status: "warn", message, path: "/admin/deprecations" };
    });
}
