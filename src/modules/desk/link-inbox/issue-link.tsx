/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Clipped } from "../../../pages/index.ts";
import { incidentDeskPath } from "../../status/incidents/index.ts";

/** The issue id, as a link if it names an incident, an audited transaction or a deprecation. */
export function issueLink(issue: string | null): JSX.Element | null {
  if (issue === null) return null;
  const path = pathOf(issue);
  const text = <Clipped text={issue} />;
  return path === null ? text : <a href={path}>{text}</a>;
}

function pathOf(issue: string): string | null {
  const [, kind, id = ""] = /^(incident|audit|deprecation):([A-Za-z0-9._-]{1,100})$/.exec(issue) ?? [];
  if (kind === "incident" && /^\d{1,15}$/.test(id)) return incidentDeskPath(Number(id));
  if (kind === "audit") return `/transparency/audit-anomalies/tx/${id}`;
  return kind === "deprecation" ? `/developers/deprecations#${id}` : null;
}
