import type { Tx } from "../../../db/sql.ts";
import type { OperatorActor } from "../../../http/operation.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { requireLink } from "./read.ts";
import { deleteLink, type LinkRow } from "./store.ts";

/**
 * Removes a link, which is no longer checked or counted; its events stay.
 * @returns the link as it was
 * @throws Problem not_found
 */
export function removeLink(tx: Tx, actor: OperatorActor, id: number): LinkRow {
  const link = requireLink(tx, id);
  deleteLink(tx, id);
  recordAudit(tx, actor, {
    action: "link_inbox.remove",
    subject: `link:${id}`,
    details: { issue_id: link.issue_id },
  });
  return link;
}
