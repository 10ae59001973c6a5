import type { Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import type { OperatorActor } from "../../../http/operation.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { insertEvent } from "./event-store.ts";
import { countLinks, deleteOldestResolved, insertLink, type LinkRow } from "./store.ts";

export interface NewLink {
  url: string | null;
  issueId: string | null;
  note: string | null;
}

const MAX_LINKS = 10_000;

/**
 * Adds a link; the next run of the job checks it. In a full inbox it takes the place of the link resolved longest ago,
 * whose events stay.
 * @throws Problem invalid_payload for an invalid URL or one with credentials, state_conflict if the inbox is full of
 *   unresolved links
 */
export function createLink(tx: Tx, actor: OperatorActor, { url, issueId, note }: NewLink): LinkRow {
  if (url === null && issueId === null && note === null)
    throw invalidPayload("url", "is required without issue_id and note");
  if (url !== null) requireUrl(url);
  if (countLinks(tx) >= MAX_LINKS && !deleteOldestResolved(tx))
    throw new Problem(
      "state_conflict",
      `The link inbox is full: remove some of its ${MAX_LINKS} unresolved links.`,
    );
  const link = insertLink(tx, { url, issue_id: issueId, note, created_by: actor.name });
  insertEvent(tx, link, { event: "link.received" });
  recordAudit(tx, actor, {
    action: "link_inbox.add",
    subject: `link:${link.id}`,
    details: { issue_id: issueId },
  });
  return link;
}

function requireUrl(text: string): void {
  const url = URL.parse(text);
  if (url === null) throw invalidPayload("url", "must be an absolute URL such as https://example.com/report");
  if (url.username !== "" || url.password !== "") throw invalidPayload("url", "must not contain credentials");
}
