import type { Sql } from "../../../../db/sql.ts";
import { countedNotice, type Notice } from "../../../platform/notices/index.ts";
import { tallyWaiting } from "./store.ts";

export const PROMOTIONS_PATH = "/admin/promotions";

/** Live keys that partners asked for. */
export function promotionNotices(sql: Sql): Notice[] {
  return countedNotice(tallyWaiting(sql), {
    id: "promotions_asked_for",
    status: "warn",
    title: "Promotions that partners asked for",
    path: PROMOTIONS_PATH,
  });
}
