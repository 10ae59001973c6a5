import type { Static } from "@sinclair/typebox";
import type { Report, ShownIncident } from "../../status/system/index.ts";
import { filterIncidents } from "../incidents/index.ts";
import { type LinkRow, listResolved } from "../link-inbox/index.ts";
import type { DigestParts } from "./make-digest.ts";
import type { ResolvedVerification, Verified } from "./model.ts";
import { triageItems } from "./triage-items.ts";

export interface VerifyParts extends DigestParts {
  /** Id of the audited token; null if no chain is configured or it has not been read yet. */
  tokenId: () => number | null;
}

const SHOWN = 200;

/** Compares resolved incidents, triage rows and links with current measurements. */
export async function verifyResolved(
  parts: VerifyParts,
  now: number,
): Promise<Static<typeof ResolvedVerification>> {
  const { read: sql } = parts.live;
  const report = await parts.status.current();
  const tokenId = parts.tokenId();
  const incidents = filterIncidents(sql, { from: 0, to: now, severity: null, source: null })
    .filter(({ endedAt }) => endedAt !== null)
    .slice(0, SHOWN);
  const items = [
    ...incidents.map((each) => incidentItem(each, report)),
    ...(tokenId === null ? [] : triageItems(sql, tokenId)),
    ...listResolved(sql, SHOWN).map(linkItem),
  ];
  const count = (holds: boolean | null) => items.filter((each) => each.holds === holds).length;
  return {
    counts: { holds: count(true), broken: count(false), unknown: count(null) },
    count: items.length,
    items,
  };
}

/** An incident holds while all its checks are ok; one without checks while the overall status is ok. */
function incidentItem({ id, title, checks }: ShownIncident, report: Report): Verified {
  const states = checks.map((check) => report.checks.get(check));
  const isKnown = states.every((found) => found !== undefined && !found.in_maintenance);
  const holds =
    checks.length === 0
      ? report.overall === "ok"
      : isKnown
        ? states.every((found) => found?.status === "ok")
        : null;
  return { kind: "incident", id: String(id), title, holds };
}

/** A link holds if its last check was 2xx. */
function linkItem({ id, url, note, status_code_family: family }: LinkRow): Verified {
  return {
    kind: "link",
    id: String(id),
    title: url ?? note ?? "",
    holds: family === null ? null : family === "2xx",
  };
}
