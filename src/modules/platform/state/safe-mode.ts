import { type Static, Type } from "@sinclair/typebox";
import type { Sql, Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { Nullable, OneOf } from "../../../http/schema/shapes.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { recordAudit } from "../audit/index.ts";
import { jsonSetting } from "./json-setting.ts";
import { beginPause, endPause } from "./pauses.ts";
import { readRestored } from "./restored.ts";
import { deleteLoss, describeLoss, type LossNote, readLoss, writeLoss } from "./wal-loss.ts";

/**
 * Why the lease stopped changes (contract, second part: section 19): another machine leads, this one handed its epoch
 * over, or LEASE_STRICT is set and the lease cannot be confirmed.
 */
const LeaseStop = OneOf(["lost", "handed_over", "unconfirmed"]);
export type LeaseStop = Static<typeof LeaseStop>;

const Cause = Type.Object({
  reason: Type.String(),
  /** Unix milliseconds. */
  since: Type.Number(),
  /** The failed invariant that switched it on; null if an operator or a restore did. */
  invariant: Nullable(Type.String()),
});

const SafeMode = Type.Composite([
  Cause,
  Type.Object({
    /** Null if not caused by the lease. Otherwise it cannot be switched off by hand. */
    lease: Nullable(LeaseStop),
    /** Safe mode as it was before the lease's stop, which returns after it. */
    beneath: Type.Optional(Cause),
  }),
]);
export type SafeMode = Static<typeof SafeMode>;

/** Earlier releases stored the reason and the time alone. */
const SAFE_MODE = jsonSetting(
  "safe_mode",
  Type.Composite([Type.Pick(SafeMode, ["reason", "since"]), Type.Partial(SafeMode)]),
);

/** Why changes are refused, and since when; null in normal operation (contract section 1). */
export function readSafeMode(sql: Sql): SafeMode | null {
  const stored = SAFE_MODE.read(sql);
  return stored === null ? null : { invariant: null, lease: null, ...stored };
}

/**
 * Switches safe mode on with a reason, or off with null; deliveries pause with it. Recorded in the audit trail.
 * @throws Problem state_conflict when switching it off while a restored directory awaits `resume`, while a loss is not
 *   accepted, or while the lease keeps it on.
 */
export function switchSafeMode(tx: Tx, actor: Actor, reason: string | null): void {
  const restored = reason === null ? readRestored(tx) : null;
  if (restored !== null)
    throw new Problem(
      "state_conflict",
      `Run salute resume, which ends safe mode too: this directory was restored from ${restored.from} at ${isoUtc(restored.at)}.`,
    );
  const current = readSafeMode(tx);
  if (reason === null) {
    const loss = readLoss(tx);
    if (loss !== null)
      throw new Problem(
        "state_conflict",
        `${describeLoss(loss)}. To go on without them: salute resume --accept-loss`,
      );
    if (current !== null && current.lease !== null)
      throw new Problem("state_conflict", `It cannot be switched off: ${current.reason}.`);
    switchOff(tx, actor);
  } else {
    if (current?.lease === "lost" || current?.lease === "handed_over")
      throw new Problem("state_conflict", `It is on already, for good: ${current.reason}.`);
    switchOn(tx, { reason, since: tx.now, invariant: null, lease: null });
    recordAudit(tx, actor, { action: "safe_mode.on", subject: "service", details: { reason } });
  }
}

/** An invariant that does not hold. */
export interface BrokenInvariant {
  /** As in `salute check`, without the file: ledger_balances. */
  invariant: string;
  /** One fault, for operators. */
  fault: string;
}

/**
 * Switches safe mode on because an invariant does not hold (contract section 1). The public reason names the
 * invariant; the fault, which may name users, is in the audit trail.
 */
export function stopChanges(tx: Tx, noticedBy: string, { invariant, fault }: BrokenInvariant): void {
  const current = readSafeMode(tx);
  if (current?.invariant === invariant || current?.lease === "lost" || current?.lease === "handed_over")
    return;
  const reason = `The invariant ${invariant} does not hold. Run salute check, repair it, then salute safe-mode off.`;
  switchOn(tx, { reason, since: tx.now, invariant, lease: null });
  recordAudit(
    tx,
    { kind: "command", name: noticedBy },
    { action: "safe_mode.on", subject: "service", details: { reason, fault } },
  );
}

/** The reason of safe mode after a loss, and its place among invariants. */
const WAL_DAMAGED = "wal_damaged";

/**
 * Records that acknowledged changes are lost, and switches safe mode on for it. The details are in the audit trail.
 * Returns false if an earlier loss is still not accepted.
 */
export function noteLoss(tx: Tx, noticedBy: string, loss: Omit<LossNote, "at">): boolean {
  if (readLoss(tx) !== null) return false;
  const note = { ...loss, at: tx.now };
  writeLoss(tx, note);
  const mode = stopOfLoss(note);
  const lease = readSafeMode(tx)?.lease ?? null;
  // A stop for good stays in view. An unconfirmed lease may be confirmed at any time, and the loss stays.
  if (lease === null || lease === "unconfirmed") switchOn(tx, mode);
  recordAudit(
    tx,
    { kind: "command", name: noticedBy },
    {
      action: "safe_mode.on",
      subject: "service",
      details: { reason: mode.reason, fault: describeLoss(note) },
    },
  );
  return true;
}

function stopOfLoss({ file, at }: LossNote): SafeMode {
  const reason = `${WAL_DAMAGED}: ${file} lost acknowledged changes. Restore a newer state, or run salute resume --accept-loss.`;
  return { reason, since: at, invariant: WAL_DAMAGED, lease: null };
}

/** Goes on without the lost changes. Returns them. @throws Problem state_conflict if none are known to be lost */
export function acceptLoss(tx: Tx, actor: Actor): LossNote {
  const loss = readLoss(tx);
  if (loss === null)
    throw new Problem("state_conflict", "There is nothing to accept: no loss of changes was noticed here.");
  deleteLoss(tx);
  recordAudit(tx, actor, {
    action: "loss.accept",
    subject: loss.file,
    details: { fault: loss.fault, evidence: loss.evidence, noticed_at: isoUtc(loss.at) },
  });
  if (readSafeMode(tx)?.invariant === WAL_DAMAGED && readRestored(tx) === null)
    switchSafeMode(tx, actor, null);
  return loss;
}

/** Switches safe mode on for the lease. If it is on for another reason, an unconfirmed lease changes nothing. */
export function stopForLease(
  tx: Tx,
  actor: Actor,
  { lease, reason }: { lease: LeaseStop; reason: string },
): boolean {
  const current = readSafeMode(tx);
  if (current?.lease === lease || current?.lease === "lost") return false;
  if (lease === "unconfirmed" && current !== null) return false;
  const beneath = current === null || current.lease !== null ? current?.beneath : current;
  switchOn(tx, { reason, since: tx.now, invariant: null, lease, ...(beneath && { beneath }) });
  recordAudit(tx, actor, { action: "safe_mode.on", subject: "service", details: { reason } });
  return true;
}

/**
 * Ends safe mode if the lease switched it on. What an operator or an invariant switched on before it returns, and so
 * does what awaits an operator: a loss that is not accepted, and a restore that is not resumed.
 */
export function endLeaseStop(tx: Tx, actor: Actor): void {
  const current = readSafeMode(tx);
  if (current === null || current.lease === null) return;
  const next = stopThatStays(tx, current);
  if (next === null) {
    switchOff(tx, actor);
    return;
  }
  switchOn(tx, next);
  recordAudit(tx, actor, { action: "safe_mode.on", subject: "service", details: { reason: next.reason } });
}

function stopThatStays(tx: Tx, { beneath }: SafeMode): SafeMode | null {
  const loss = readLoss(tx);
  if (loss !== null) return stopOfLoss(loss);
  // Accepted meanwhile.
  if (beneath !== undefined && beneath.invariant !== WAL_DAMAGED) return { ...beneath, lease: null };
  const restored = readRestored(tx);
  if (restored === null) return null;
  const reason = `Restored from ${restored.from}: inspect it, then run salute resume`;
  return { reason, since: restored.at, invariant: null, lease: null };
}

function switchOff(tx: Tx, actor: Actor): void {
  SAFE_MODE.delete(tx);
  endPause(tx, "safe_mode");
  recordAudit(tx, actor, { action: "safe_mode.off", subject: "service", details: {} });
}

function switchOn(tx: Tx, mode: SafeMode): void {
  SAFE_MODE.write(tx, mode);
  beginPause(tx, "safe_mode");
}
