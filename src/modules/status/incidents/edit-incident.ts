import type { Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import type { OperatorActor } from "../../../http/operation.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import { randomHex } from "../../../kit/ids.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { requirePlainlyRead } from "../../platform/mail/index.ts";
import { dropNotice, postNotice } from "../subscribers/index.ts";
import { publicIncidentPath } from "./address.ts";
import { type IncidentSeverity, type IncidentState, isEnded, saltedHash, transitionFault } from "./rules.ts";
import {
  CHECKS,
  countOpenIncidents,
  findIncident,
  insertIncident,
  type OperatorIncident,
  updateIncident,
} from "./store.ts";
import {
  countUpdates,
  findUpdate,
  insertUpdate,
  listUpdates,
  listUpdatesUnderTitle,
  type UpdateRow,
  withdrawTexts,
} from "./update-store.ts";

export interface NewIncident {
  title: string;
  severity: IncidentSeverity;
  state: IncidentState;
  checks: readonly string[];
  isPublic: boolean;
  /** Text of the first update; null for none. */
  message: string | null;
  /** Unix milliseconds; unset or null for now. */
  startedAt?: number | null;
}

/** Changes of an edit; unset fields stay unchanged. */
export type IncidentChanges = Partial<Omit<NewIncident, "startedAt">>;

const MAX_OPEN = 100;
const MAX_UPDATES = 500;
const MAX_PAST_DAYS = 30;
const SALT_BYTES = 16;

/** Declares an incident. @throws Problem state_conflict if too many are open */
export function openIncident(tx: Tx, actor: OperatorActor, incident: NewIncident): OperatorIncident {
  requireReadable(incident);
  if (countOpenIncidents(tx) >= MAX_OPEN)
    throw new Problem("state_conflict", `Resolve other incidents first: ${MAX_OPEN} are open.`);
  const fault = incident.state === "postmortem" ? transitionFault("investigating", "postmortem") : null;
  if (fault !== null) throw new Problem("state_conflict", fault);
  const { message, ...facts } = incident;
  const id = insertIncident(tx, {
    ...facts,
    startedAt: startOf(incident, tx.now),
    endedAt: isEnded(incident.state) ? tx.now : null,
    createdBy: actor.name,
  });
  const opened = requireIncident(tx, id);
  recordEdit(tx, actor, { incident: opened, edit: "opened", title: incident.title, message });
  return opened;
}

function startOf({ startedAt = null }: NewIncident, now: number): number {
  if (startedAt === null) return now;
  if (startedAt > now) throw invalidPayload("started_at", "must not lie in the future");
  if (startedAt < now - MAX_PAST_DAYS * DAY_MS)
    throw invalidPayload("started_at", `must be at most ${MAX_PAST_DAYS} days ago`);
  return startedAt;
}

/**
 * Changes an incident and adds an update; one that is no longer public loses its notices that are not sent yet.
 * @throws Problem not_found; invalid_payload without changes; state_conflict for a forbidden state transition or too many
 *   updates
 */
export function updateIncidentBy(
  tx: Tx,
  actor: OperatorActor,
  { id, edit = "updated", ...changes }: IncidentChanges & { id: number; edit?: "updated" | "resolved" },
): OperatorIncident {
  const before = requireIncident(tx, id);
  const { state: given, ...others } = changes;
  const isSame = given === undefined || given === null || given === before.state;
  if (
    edit === "updated" &&
    isSame &&
    Object.values(others).every((value) => value === undefined || value === null)
  )
    throw invalidPayload("message", "is required if nothing else changes");
  requireReadable(changes);
  const state = changes.state ?? before.state;
  const fault = transitionFault(before.state, state);
  if (fault !== null) throw new Problem("state_conflict", fault);
  if (edit === "resolved" && isEnded(before.state))
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
    endedAt: isEnded(state) ? (before.endedAt ?? tx.now) : null,
  });
  const after = requireIncident(tx, id);
  if (before.isPublic && !after.isPublic)
    for (const update of listUpdates(tx, id, { limit: MAX_UPDATES, publicOnly: true }))
      dropNotice(tx, `update:${update.id}`);
  const isEnd = isEnded(state) && !isEnded(before.state);
  recordEdit(tx, actor, {
    incident: after,
    edit: isEnd ? "resolved" : "updated",
    title: after.title === before.title ? null : after.title,
    message: changes.message ?? null,
  });
  return after;
}

/**
 * Deletes the texts of an update, except a title that the incident still has; the log keeps their salted hashes.
 * @throws Problem not_found; state_conflict if no text is left to delete
 */
export function withdrawUpdate(
  tx: Tx,
  actor: OperatorActor,
  { id, updateId }: { id: number; updateId: number },
): OperatorIncident {
  const incident = requireIncident(tx, id);
  const update = findUpdate(tx, id, updateId);
  if (update === null)
    throw new Problem("not_found", `Name another update: incident ${id} has no update ${updateId}.`);
  const keepsTitle = update.title === incident.title;
  if (update.message === null && keepsTitle)
    throw new Problem("state_conflict", "Change the title first: the update's text is the incident's title.");
  if (update.message === null && update.title === null)
    throw new Problem("state_conflict", "Nothing to withdraw: the update has no text.");
  withdrawTexts(tx, updateId, { keepsTitle });
  const named = keepsTitle || update.title === null ? [updateId] : listUpdatesUnderTitle(tx, id, updateId);
  for (const each of named) dropNotice(tx, `update:${each}`);
  recordEdit(tx, actor, { incident, edit: "withdrawn", title: null, message: null, withdraws: updateId });
  return incident;
}

function requireReadable({ title, message }: IncidentChanges): void {
  requirePlainlyRead("title", title);
  requirePlainlyRead("message", message);
}

function requireIncident(tx: Tx, id: number): OperatorIncident {
  const incident = findIncident(tx, id);
  if (incident === null)
    throw new Problem("not_found", `Name another incident: there is no operator-declared incident ${id}.`);
  return incident;
}

interface Edit {
  /** The incident after the edit. */
  incident: OperatorIncident;
  edit: UpdateRow["edit"];
  title: string | null;
  message: string | null;
  withdraws?: number;
}

/** Stores an edit with its hashes for the log, audits it and, for a public incident, queues a notice. */
function recordEdit(tx: Tx, actor: OperatorActor, { incident, ...edit }: Edit): void {
  const salt = randomHex(SALT_BYTES, tx.random);
  const hashOf = (text: string | null) => (text === null ? null : saltedHash(salt, text));
  const id = insertUpdate(tx, {
    incident_id: incident.id,
    by: actor.name,
    edit: edit.edit,
    state: incident.state,
    severity: incident.severity,
    checks: CHECKS.write(incident.checks),
    is_public: incident.isPublic ? 1 : 0,
    withdraws: edit.withdraws ?? null,
    title: edit.title,
    message: edit.message,
    salt,
    title_sha256: hashOf(edit.title),
    message_sha256: hashOf(edit.message),
  });
  recordAudit(tx, actor, {
    action: `incident.${edit.edit}`,
    subject: `incident:${incident.id}`,
    details: {
      state: incident.state,
      severity: incident.severity,
      checks: incident.checks,
      public: incident.isPublic,
    },
  });
  if (!incident.isPublic || edit.edit === "withdrawn") return;
  postNotice(tx, {
    key: `update:${id}`,
    write: (words) => {
      const state = words.say(`state_${incident.state}`);
      return {
        subject: `${incident.title} (${state})`,
        text: [
          incident.title,
          words.say("notice_state", { state }),
          ...(edit.message === null ? [] : ["", edit.message]),
        ].join("\n"),
      };
    },
    checks: incident.checks,
    path: publicIncidentPath(incident.id),
  });
}
