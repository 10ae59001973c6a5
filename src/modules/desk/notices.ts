import type { Sql } from "../../db/sql.ts";
import { countedNotice, type Notice } from "../platform/notices/index.ts";
import { tallyFailingLinks } from "./link-inbox/index.ts";
import { PREFLIGHT_PATH, readGuards } from "./preflight/index.ts";
import type { Finding } from "./readiness/index.ts";

interface DeskNoticeParts {
  sql: Sql;
  /** Findings of doctor. */
  findings: readonly Finding[];
}

/** Failing guards and links, and what keeps this installation from production. */
export function deskNotices({ sql, findings }: DeskNoticeParts): Notice[] {
  const guards = readGuards(sql, false).body.counts.fail;
  return [
    ...countedNotice(
      { count: guards, oldestAt: null },
      { id: "guards", status: "warn", title: "Preflight guards that fail", path: PREFLIGHT_PATH },
    ),
    ...countedNotice(tallyFailingLinks(sql), {
      id: "links",
      status: "warn",
      title: "Links in the inbox that do not answer with 2xx",
      path: "/admin/ops/link-inbox?answer=failing",
    }),
    ...countedNotice(
      { count: findings.filter(({ blocksProduction }) => blocksProduction).length, oldestAt: null },
      {
        id: "readiness",
        status: "warn",
        title: "Findings that keep this installation from production",
        path: "/admin/ops/readiness?blocking=1",
      },
    ),
  ];
}
