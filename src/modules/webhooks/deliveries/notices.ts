import type { Sql } from "../../../db/sql.ts";
import type { Notice } from "../../platform/notices/index.ts";
import { countDeadLetters } from "./count-store.ts";

/** Dead letters that await a replay. */
export function deliveryNotices(sql: Sql): Notice[] {
  const dead = countDeadLetters(sql);
  if (dead === 0) return [];
  const message = `${dead.toLocaleString("en")} dead ${dead === 1 ? "letter" : "letters"} of webhooks`;
  return [{ status: "warn", message, path: "/admin/deliveries?state=dead_letter" }];
}
