import { type Notice, singleNotice } from "../../platform/notices/index.ts";
import type { Deprecations } from "./deprecations.ts";
import { daysLeft, inDays, reminderDue } from "./rules.ts";

/** Notices for operators about sunsets in the next seven days. */
export function deprecationNotices({ entries }: Deprecations, now: number): Notice[] {
  return entries
    .filter((entry) => reminderDue(entry, now) !== null)
    .map((entry) =>
      singleNotice({
        id: `sunset.${entry.id}`,
        status: "warn",
        title: `${entry.id} reaches its sunset in ${inDays(daysLeft(entry, now))}: see which partners still call it`,
        path: "/admin/deprecations",
      }),
    );
}
