/** @jsxImportSource preact */

import type { ComponentChildren } from "preact";
import type { Sql } from "../../../db/sql.ts";
import { type Effect, type NoEffect, Time } from "../../../pages/index.ts";
import { countPasskeys } from "../passkeys/index.ts";
import { isLastOwner } from "./manage-operators.ts";
import { listSessions } from "./sessions/store.ts";
import type { OperatorAccess, OperatorRow } from "./store.ts";

interface Affected {
  row: OperatorAccess;
  now: number;
}

export function describeDisabling(sql: Sql, { row, now }: Affected): Effect | NoEffect {
  const { name } = row;
  if (row.status === "disabled")
    return { nothing: `${name} is disabled.`, consequences: "A reset enables the operator again." };
  if (isLastOwner(sql, name))
    return {
      nothing: `${name} is the last owner.`,
      consequences: "Make somebody else an owner first.",
    };
  return {
    lead: `${name} is refused from now on, signed in or with a token.`,
    figures: accessFigures(sql, { row, now }),
    consequences: "A reset enables the operator again, with a new link in place of passkeys and password.",
    label: `Disable ${name}`,
  };
}

export function describeDeletion(sql: Sql, { row, now }: Affected): Effect | NoEffect {
  if (isLastOwner(sql, row.name))
    return { nothing: `${row.name} is the last owner.`, consequences: "Make somebody else an owner first." };
  return {
    lead: `${row.name} is deleted, and refused from now on.`,
    figures: accessFigures(sql, { row, now }),
    consequences:
      "The audit trail keeps the name, and no new operator can take it. Nothing brings the operator back.",
    label: `Delete ${row.name}`,
  };
}

export function describeReset(sql: Sql, { row, now }: Affected): Effect {
  return {
    lead: `${row.name} starts anew: a new link is shown once on the next page.`,
    figures: accessFigures(sql, { row, now }),
    consequences:
      "Tokens, links, sessions, passkeys, password and second factor end now and do not come back. A disabled operator is enabled.",
    label: `Reset ${row.name}`,
  };
}

export function describePasswordRemoval(sql: Sql, row: OperatorRow): Effect | NoEffect {
  if (row.password_hash === null)
    return { nothing: "Your account has no password.", consequences: "You sign in with a passkey." };
  const passkeys = countPasskeys(sql, { type: "operator", id: row.id });
  if (passkeys === 0)
    return { nothing: "The password is your only way in.", consequences: "Add a passkey first." };
  return {
    lead: "Only your passkeys sign you in from now on.",
    figures: [
      ["Passkeys", passkeys],
      ["Second factor that ends", row.totp_confirmed_at === null ? "none" : "the app's codes"],
    ],
    consequences:
      "You can set a password again at any time. Without a passkey at hand, an owner has to reset your account.",
    label: "Remove password",
  };
}

function accessFigures(sql: Sql, { row, now }: Affected): [string, ComponentChildren][] {
  const { token_expires_at: token } = row;
  return [
    ["Role", row.role],
    ["Sessions that end", listSessions(sql, row.id, now).length],
    [
      "Token that ends",
      token === null || token <= now ? (
        "none"
      ) : (
        <>
          expires <Time at={token} now={now} />
        </>
      ),
    ],
    ["Passkeys", row.passkeys],
    ["Second factor", row.totp_confirmed_at === null ? "no" : "yes"],
  ];
}
