/** @jsxImportSource preact */

import type { Sql } from "../../../db/sql.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { Choice, type Effect, Field, type NoEffect, PartnerLink } from "../../../pages/index.ts";
import { needsApproval } from "../../ledger/corrections/index.ts";
import { findHold } from "../../ledger/user-deletion/index.ts";
import { type AnyUser, listWallets } from "../../ledger/users/index.ts";
import { hashStored } from "../../platform/admin-page/index.ts";
import { HELD_DAYS } from "../../webhooks/deliveries/index.ts";
import { DEAD_LETTER_DAYS, EVENT_DAYS } from "../../webhooks/events/index.ts";
import { countUserEntries } from "./store.ts";

const MOST_COUNTED = 100_000;
const REASON_NOTE = "Kept in the audit trail for good: do not name the person.";

/** A user as operators type it: `ext:` and the external id, or the service's id without one. */
export function formatUserReference({ id, external_id }: AnyUser): string {
  return external_id === null ? String(id) : `ext:${external_id}`;
}

/** The part of a user that an erasure's page states and that may change meanwhile. */
export function balanceMark({ balance }: AnyUser): object {
  return { balance };
}

export function describeStatusChange(user: AnyUser, isEnd: boolean): Effect | NoEffect {
  const now = user.deleted_at === null ? user.status : "deleted";
  if (now !== (isEnd ? "suspended" : "active"))
    return { nothing: `This user is ${now}.`, consequences: "There is nothing to change." };
  const figures = [
    ["Partner", <PartnerLink key="partner" name={user.partner} />],
    ["User", formatUserReference(user)],
    ["Balance", salutes(user.balance)],
  ] as const;
  const fields = <Field name="reason" label="Reason" required note={REASON_NOTE} />;
  if (isEnd)
    return {
      lead: `User ${user.id} may debit, convert and claim again.`,
      figures,
      consequences: "The partner is told by users.updated.",
      label: "End suspension",
      fields,
    };
  return {
    lead: `Nothing can be debited from user ${user.id}, converted or claimed any more.`,
    figures,
    consequences:
      "Credits, reads and conversions that are pending already go on. The partner is told by users.updated. You can end the suspension at any time, and so can the partner.",
    label: "Suspend user",
    fields,
  };
}

interface Erased {
  user: AnyUser;
  now: number;
  idempotencyRetentionDays: number;
  backupKeepDays: number;
  reversalApprovalSalutes: number;
}

export function describeErasure(
  sql: Sql,
  { user, now, reversalApprovalSalutes: limit, ...days }: Erased,
): Effect | NoEffect {
  if (user.deleted_at !== null)
    return { nothing: "This user is deleted.", consequences: "Only the ledger is left." };
  const hold = findHold(sql, user.id, now);
  if (hold !== null) return { nothing: "This user cannot be erased now.", consequences: hold };
  if (needsApproval(user.balance, limit))
    return {
      nothing: `This user cannot be erased with ${salutes(user.balance)}.`,
      consequences: `One operator alone may forfeit up to ${limit.toLocaleString("en")} salutes: debit the balance by an adjustment first, which another one approves.`,
    };
  const entries = countUserEntries(sql, user.id, MOST_COUNTED + 1);
  const isRich = user.balance > 0;
  return {
    lead: isRich
      ? `User ${user.id} is erased if you choose to forfeit the balance: the user loses ${salutes(user.balance)}.`
      : `User ${user.id} is erased.`,
    figures: [
      ["Partner", <PartnerLink key="partner" name={user.partner} />],
      ["Balance", salutes(user.balance)],
      ["Wallets to erase", listWallets(sql, [user.id]).length],
      [
        "Ledger entries that stay",
        entries > MOST_COUNTED
          ? `more than ${MOST_COUNTED.toLocaleString("en")}`
          : entries.toLocaleString("en"),
      ],
    ],
    consequences: `Names, e-mail address, external id and wallets are erased now, and the partner is told by users.deleted. Copies are deleted later: events that name the user after ${EVENT_DAYS} days (after ${DEAD_LETTER_DAYS} with a dead letter, after ${HELD_DAYS + DEAD_LETTER_DAYS} for a webhook that is switched off), recorded answers after ${days.idempotencyRetentionDays} days, backups after ${days.backupKeepDays} days. The ledger keeps the entries under the number ${user.id}, with the partner's reasons, notes and Idempotency-Keys.`,
    label: "Erase user",
    fields: (
      <>
        <input type="hidden" name="seen" value={hashStored(balanceMark(user))} />
        {isRich ? (
          <Choice
            name="balance"
            label="Balance"
            options={[
              ["refuse", "Keep it: erase nothing while there is a balance"],
              ["forfeit", `Forfeit ${salutes(user.balance)} by one entry of the system`],
            ]}
          />
        ) : (
          <input type="hidden" name="balance" value="refuse" />
        )}
        <Field name="reason" label="Reason" required note={REASON_NOTE} />
      </>
    ),
  };
}

function salutes(hundredths: number): string {
  return `${fromHundredths(hundredths).toLocaleString("en")} salutes`;
}
