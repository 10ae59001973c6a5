import type { Tx } from "../../../db/sql.ts";
import type { OperatorActor } from "../../../http/operation.ts";
import { type SuppressionFile, updateSuppressions } from "../../access/refusals/index.ts";
import { revokeShortLink } from "../../share-links/links/index.ts";
import { recordTriage, TRIAGE_STATUSES, type TriageStatus } from "../../transparency/audits/triage/index.ts";
import { discardDelivery, retryDelivery } from "../../webhooks/delivery-desk/index.ts";
import { enableWebhook } from "../../webhooks/webhooks/index.ts";
import type { ActionRow } from "./store.ts";

export type BulkKind = ActionRow["kind"];

/** The services that bulk actions need. */
export interface KindParts {
  suppressions: SuppressionFile;
  /** Null until the chain was first read. */
  tokenId: () => number | null;
}

/** One thing of an action. */
export interface Change extends Pick<ActionRow, "reason" | "triage_status"> {
  actor: OperatorActor;
  item: string;
}

/**
 * Changes one thing. Returns why it stays as it is, null if it was changed.
 * @throws Problem before it has written anything
 */
type Apply = (tx: Tx, change: Change, parts: KindParts) => string | null;

export const APPLY: Record<BulkKind, Apply> = {
  retry_deliveries: (tx, { item }) => retryDelivery(tx, Number(item)),
  discard_deliveries: (tx, { item, reason }) => discardDelivery(tx, Number(item), reason),
  enable_webhooks: (tx, { actor, item }) => {
    enableWebhook(tx, actor, Number(item));
    return null;
  },
  revoke_links: (tx, { actor, item, reason }) =>
    revokeShortLink(tx, actor, { text: item, reason }).wasRevoked ? "It was revoked before." : null,
  triage_anomalies: (tx, { actor, item, reason, triage_status }, { tokenId }) => {
    const status = TRIAGE_STATUSES.find((each) => each === triage_status);
    if (status === undefined) return "The triage has no status.";
    recordTriage(tx, actor, triageOf(item, { status, note: reason, tokenId: tokenId() }));
    return null;
  },
  remove_suppressions: (tx, { actor, item }, { suppressions }) => {
    const expected_revision = suppressions.read(tx.clockNow).revision;
    updateSuppressions(tx, suppressions, {
      actor,
      change: { action: "remove", id: item, expected_revision },
    });
    return null;
  },
};

function triageOf(row_id: string, known: { status: TriageStatus; note: string; tokenId: number | null }) {
  return { ...known, row_id, signature: null, owner: null, eta_utc: null };
}

/** Words of each kind: its verb, its things in the singular and plural, what follows, and the page with the things. */
export const WORDS: Record<
  BulkKind,
  { verb: string; one: string; many: string; consequences: string; back: string }
> = {
  retry_deliveries: {
    verb: "Retry",
    one: "delivery",
    many: "deliveries",
    consequences:
      "Failed and dead ones are sent again, oldest first; others are left, each with its reason. Receivers that had one of them already see the same event_id in the body. Deliveries whose webhook is off are held until it is on; those of deleted webhooks stay as they are.",
    back: "/admin/deliveries",
  },
  discard_deliveries: {
    verb: "Discard",
    one: "delivery",
    many: "deliveries",
    consequences:
      "Failed, dead and held ones are cancelled and never sent; others are left, each with its reason. Their partners see the reason as the last error; the events stay in the feed.",
    back: "/admin/deliveries",
  },
  enable_webhooks: {
    verb: "Switch on",
    one: "webhook",
    many: "webhooks",
    consequences: "Their held deliveries are sent at once, oldest first.",
    back: "/admin/receivers?state=gone",
  },
  revoke_links: {
    verb: "Revoke",
    one: "link",
    many: "links",
    consequences:
      "From then on each answers 410, permanently. The reason is shown to anyone who asks about the link.",
    back: "/admin/audio-share",
  },
  triage_anomalies: {
    verb: "Triage",
    one: "anomaly",
    many: "anomalies",
    consequences: "Each gets an entry with the status and the reason as its note.",
    back: "/admin/transparency#untriaged",
  },
  remove_suppressions: {
    verb: "Remove",
    one: "rule",
    many: "rules",
    consequences: "Refusals that they covered count again.",
    back: "/admin/ops/403-digest#rules",
  },
};

/** Such as "12 deliveries". */
export function formatCount(kind: BulkKind, count: number): string {
  const { one, many } = WORDS[kind];
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
