import type { Tx } from "../../../db/sql.ts";
import type { Actor } from "../../../http/operation.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { type LabelRow, saveLabel } from "./store.ts";

/** Labels an owner in public, or removes the label if `kind` is null. */
export function setLabel(tx: Tx, actor: Actor, label: Omit<LabelRow, "set_at">): void {
  const text = label.kind === null ? null : label.text;
  saveLabel(tx, { ...label, text });
  recordAudit(tx, actor, {
    action: label.kind === null ? "holder.unlabel" : "holder.label",
    subject: label.address,
    details: { kind: label.kind, text },
  });
}
