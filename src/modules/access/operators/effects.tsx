/** @jsxImportSource preact */

import type { ComponentChildren } from "preact";
import type { Sql } from "../../../db/sql.ts";
import { type Effect, type NoEffect, Time } from "../../../pages/index.ts";
import { isLastOwner } from "./manage-operators.ts";
import { listSessions } from "./sessions/store.ts";
import type { OperatorAccess } from "./store.ts";

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
    consequences: "A reset enables the operator again, with a new token and link in place of the password.",
    label: `Disable ${name}`,
  };
}

export function describeReset(sql: Sql, { row, now }: Affected): Effect {
  return {
    lead: `${row.name} starts anew: a new token and link are shown once on the next page.`,
    figures: accessFigures(sql, { row, now }),
    consequences:
      "Tokens, links, sessions, password and second factor end now and do not come back. A disabled operator is enabled.",
    label: `Reset ${row.name}`,
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
    ["Second factor", row.totp_confirmed_at === null ? "no" : "yes"],
  ];
}
