import type { Sql } from "../../../db/sql.ts";
import { countedNotice, type Notice } from "../../platform/notices/index.ts";
import { tallyUnprotectedOwners } from "./store.ts";

/** A notice while a password alone opens an owner's account. */
export function operatorNotices(sql: Sql): Notice[] {
  return countedNotice(tallyUnprotectedOwners(sql), {
    id: "owners_without_second_factor",
    status: "warn",
    title: "Owners without a second factor",
    path: "/admin/operators?role=owner&second_factor=no",
  });
}
