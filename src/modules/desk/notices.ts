import type { Sql } from "../../db/sql.ts";
import type { Notice } from "../platform/notices/index.ts";
import { countOpenIncidents } from "../status/incidents/index.ts";
import { readVerification } from "./link-inbox/index.ts";
import { PREFLIGHT_PATH, readGuards } from "./preflight/index.ts";

/** Open incidents, failing guards and failing links, as notices for operators. */
export function deskNotices(sql: Sql): Notice[] {
  const open = countOpenIncidents(sql);
  const { fail } = readGuards(sql, false).body.counts;
  const family = readVerification(sql).body.by_status_code_family;
  const failing = family["4xx"] + family["5xx"] + family.timeout + family.other;
  return [
    ...warning(
      open,
      ["incident created by operators is open", "incidents created by operators are open"],
      "/admin/ops/incidents",
    ),
    ...warning(fail, ["preflight guard fails", "preflight guards fail"], PREFLIGHT_PATH),
    ...warning(
      failing,
      ["link in the inbox does not answer with 2xx", "links in the inbox do not answer with 2xx"],
      "/admin/ops/link-inbox",
    ),
  ];
}

function warning(count: number, [one, more]: readonly [one: string, more: string], path: string): Notice[] {
  if (count === 0) return [];
  return [{ status: "warn", message: `${count} ${count === 1 ? one : more}.`, path }];
}
