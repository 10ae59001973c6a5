import type { Sql } from "../../db/sql.ts";
import type { Notice } from "../platform/notices/index.ts";
import { countOpenIncidents } from "../status/incidents/index.ts";
import { readVerification } from "./link-inbox/index.ts";
import { readGuards } from "./preflight/index.ts";

/** What of incidents, guards and links waits for an operator. */
export function deskNotices(sql: Sql): Notice[] {
  const open = countOpenIncidents(sql);
  const { fail } = readGuards(sql, false).body.counts;
  const family = readVerification(sql).body.by_status_code_family;
  const failing = family["4xx"] + family["5xx"] + family.timeout + family.other;
  return [
    ...notice(
      open,
      ["incident that operators declared is", "incidents that operators declared are"],
      "open",
      "/admin/ops/incidents",
    ),
    ...notice(
      fail,
      ["preflight guard", "preflight guards"],
      fail === 1 ? "fails" : "fail",
      "/admin/ops/digest",
    ),
    ...notice(
      failing,
      ["link of the inbox does", "links of the inbox do"],
      "not answer with 2xx",
      "/admin/ops/link-inbox",
    ),
  ];
}

function notice(count: number, [one, more]: readonly [string, string], rest: string, path: string): Notice[] {
  if (count === 0) return [];
  return [{ status: "warn", message: `${count} ${count === 1 ? one : more} ${rest}.`, path }];
}
