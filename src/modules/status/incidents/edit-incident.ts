import type { Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import type { OperatorActor } from "../../../http/operation.ts";
import { randomHex } from "../../../kit/ids.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { requirePlainlyRead } from "../../platform/mail/index.ts";
import { dropNotice, postNotice } from "../subscribers/index.ts";
import { type IncidentSeverity, type IncidentState, isOver, saltedHash, transitionFault } from "./rules.ts";
import {
  countOpenIncidents,
  countUpdates,
  findIncident,
  findUpdate,
  insertIncident,
  insertUpdate,
  type OperatorIncident,
  type UpdateRow,
  updateIncident,
  withdrawText,
} from "./store.ts";

export interface NewIncident {
  title: string;
  severity: IncidentSeverity;
  state: IncidentState;
  checks: readonly string[];
  isPublic: boolean;
  /** The first update. */
  message: string | null;
}

/** What an edit changes; what is unset stays. */
export type IncidentChanges = Partial<NewIncident>;

const MAX_OPEN = 100;
const MAX_UPDATES = 500;
const SALT_BYTES = 16;

/** Declares an incident. @throws Problem state_conflict where too many are open */
export function openIncident(tx: Tx, actor: OperatorActor, wanted: NewIncident): OperatorIncident {
  requireReadable(wanted);
  if (countOpenIncidents(tx) >= MAX_OPEN)
    throw new Problem("state_conflict", `Resolve some incidents first: ${MAX_OPEN} are open.`);
  const fault = wanted.state === "postmortem" ? transitionFault("investigating", "postmortem") : null;
  if (fault !== null) throw new Problem("state_conflict", fault);
  const { message, ...facts } = wanted;
  const id = insertIncident(tx, {
    ...facts,
    endedAt: isOver(wanted.state) ? tx.now : null,
    createdBy: actor.name,
  });
  const incident = requireIncident(tx, id);
  keepEdit(tx, actor, incident, { edit: "opened", title: wanted.title, message });
  return incident;
}

/**
 * Changes an incident and tells why.
 * @throws Problem not_found, or state_conflict for a state that does not follow
 */
export function updateIncidentBy(
  tx: Tx,
  actor: OperatorActor,
  id: number,
  changes: IncidentChanges,
  edit: "updated" | "resolved" = "updated",
): OperatorIncident {
  const before = requireIncident(tx, id);
  if (Object.values(changes).every((value) => value === undefined || value === null))
    throw invalidPayload("message", "is required where nothing else changes");
  requireReadable(changes);
  const state = changes.state ?? before.state;
  const fault = transitionFault(before.state, state);
  if (fault !== null) throw new Problem("state_conflict", fault);
  if (edit === "resolved" && isOver(before.state))
    throw new Problem("state_conflict", "Leave the incident as it is: it is resolved.");
  if (countUpdates(tx, id) >= MAX_UPDATES)
    throw new Problem("state_conflict", `Open another incident: this one has ${MAX_UPDATES} updates.`);
  updateIncident(tx, {
    id,
    state,
    title: changes.title ?? before.title,
    severity: changes.severity ?? before.severity,
    checks: changes.checks ?? before.checks,
    isPublic: changes.isPublic ?? before.isPublic,
    endedAt: isOver(state) ? (before.endedAt ?? tx.now) : null,
  });
  const after = requireIncident(tx, id);
  const isEnd = isOver(state) && !isOver(before.state);
  keepEdit(tx, actor, after, {
    edit: isEnd ? "resolved" : "updated",
    title: after.title === before.title ? null : after.title,
    message: changes.message ?? null,
  });
  return after;
}

/** Throws the text of one update away; the log keeps its salted hash. @throws Problem not_found, state_conflict */
export function withdrawUpdate(tx: Tx, actor: OperatorActor, id: number, updateId: number): OperatorIncident {
  const incident = requireIncident(tx, id);
  const update = findUpdate(tx, id, updateId);
  if (update === null)
    throw new Problem("not_found", `Name another update: incident ${id} has no ${updateId}.`);
  if (update.message === null)
    throw new Problem("state_conflict", "Leave the update as it is: it holds no text.");
  withdrawText(tx, updateId);
  dropNotice(tx, `update:${updateId}`);
  keepEdit(tx, actor, incident, { edit: "withdrawn", title: null, message: null, withdraws: updateId });
  return incident;
}

function requireReadable({ title, message }: IncidentChanges): void {
  requirePlainlyRead("title", title);
  requirePlainlyRead("message", message);
}

function requireIncident(tx: Tx, id: number): OperatorIncident {
  const incident = findIncident(tx, id);
  if (incident === null)
    throw new Problem("not_found", `Name another incident: operators declared no ${id}.`);
  return incident;
}

interface Edit {
  edit: UpdateRow["edit"];
  title: string | null;
  message: string | null;
  withdraws?: number;
}

/** Keeps an edit with the hashes for the log, in the audit trail, and as a notice where the incident is public. */
function keepEdit(tx: Tx, actor: OperatorActor, incident: OperatorIncident, edit: Edit): void {
  const salt = randomHex(SALT_BYTES, tx.random);
  const hashOf = (text: string | null) => (text === null ? null : saltedHash(salt, text));
  const id = insertUpdate(tx, {
    incident_id: incident.id,
    by: actor.name,
    edit: edit.edit,
    state: incident.state,
    severity: incident.severity,
    checks: JSON.stringify(incident.checks),
    is_public: incident.isPublic ? 1 : 0,
    withdraws: edit.withdraws ?? null,
    title: edit.title,
    message: edit.message,
    salt,
    title_sha256: hashOf(edit.title),
    message_sha256: hashOf(edit.message),
  });
  recordAudit(tx, actor, `incident.${edit.edit}`, `incident:${incident.id}`, {
    state: incident.state,
    severity: incident.severity,
    checks: incident.checks,
    public: incident.isPublic,
  });
  if (!incident.isPublic || edit.edit === "withdrawn") return;
  postNotice(tx, {
    key: `update:${id}`,
    subject: `${incident.title} (${incident.state})`,
    text: [
      incident.title,
      `State: ${incident.state}`,
      ...(edit.message === null ? [] : ["", edit.message]),
    ].join("\n"),
    path: `/status#incident-${incident.id}`,
  });
}
