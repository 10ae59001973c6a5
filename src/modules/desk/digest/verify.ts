import type { Static } from "@sinclair/typebox";
import type { Report, ShownIncident } from "../../status/system/index.ts";
import { chooseIncidents } from "../incidents/index.ts";
import { type LinkRow, listResolved } from "../link-inbox/index.ts";
import type { DigestParts } from "./make-digest.ts";
import type { ResolvedVerification, Verified } from "./model.ts";
import { triageItems } from "./triage-items.ts";

export interface VerifyParts extends DigestParts {
  /** Of the token that is audited; null where no chain is configured, or it was not read yet. */
  tokenId: () => number | null;
}

const SHOWN = 200;

/** Which resolved incidents, triage rows and links still hold, by what is measured now. */
export async function verifyResolved(
  parts: VerifyParts,
  now: number,
): Promise<Static<typeof ResolvedVerification>> {
  const { read: sql } = parts.live;
  const report = await parts.status.current();
  const tokenId = parts.tokenId();
  const incidents = chooseIncidents(sql, { from: 0, to: now, severity: null, source: null })
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

/** An incident holds while every check that it concerned is ok; one of the whole service while overall is. */
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

/** A resolved link holds by its last check; one that no longer answers 2xx is open again. */
function linkItem({ id, url, note, status_code_family: family }: LinkRow): Verified {
  return {
    kind: "link",
    id: String(id),
    title: url ?? note ?? "",
    holds: family === null ? null : family === "2xx",
  };
}
