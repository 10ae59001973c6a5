/** @jsxImportSource preact */

import { type TObject, Type } from "@sinclair/typebox";
import type { Database } from "../../../../db/database.ts";
import type { Sql } from "../../../../db/sql.ts";
import type { ErrorRef } from "../../../../http/answers/catalog.ts";
import { Problem } from "../../../../http/answers/problem.ts";
import { type Operation, type OperatorActor, type Role, seeOther } from "../../../../http/operation.ts";
import { type Site, Time } from "../../../../pages/index.ts";
import { adminForm, adminResponse, confirmedForm } from "../../../platform/admin-page/index.ts";
import { requireFresh } from "../passkeys/fresh-session.ts";
import { requireSelf } from "../passkeys/manage-passkeys.ts";
import { findOperator, type OperatorRow } from "../store.ts";
import { createToken, requireToken, revokeToken } from "./manage-tokens.ts";
import { TokenForm } from "./model.ts";
import { NewToken } from "./token-section.tsx";

interface TokenParts {
  site: Site;
  live: Database;
}

/** Where an operator's tokens are managed, and whose they are. */
interface Place {
  /** Suffix of the operations' ids. */
  id: string;
  /** Path of the page with the section. */
  page: string;
  role: Role;
  params: Record<string, ReturnType<typeof Type.String>>;
  /** Of the form that creates one. */
  errors: readonly ErrorRef[];
  requireOwner: (sql: Sql, actor: OperatorActor, params: Record<string, string>) => OperatorRow;
}

const OWN: Place = {
  id: "OwnToken",
  page: "/admin/account",
  role: "viewer",
  params: {},
  errors: ["state_conflict"],
  requireOwner: requireSelf,
};

const OF_OPERATOR: Place = {
  id: "TokenOfOperator",
  page: "/admin/operators/{name}",
  role: "owner",
  params: { name: Type.String() },
  errors: ["not_found", "state_conflict"],
  requireOwner: (sql, _, { name = "" }) => {
    const row = findOperator(sql, name);
    if (row === null)
      throw new Problem("not_found", `Choose an operator from the list: there is no operator ${name}.`);
    return row;
  },
};

/** Bearer tokens on pages: one's own, and for owners those of every operator. */
export function tokenPages(parts: TokenParts): Operation[] {
  return [OWN, OF_OPERATOR].flatMap((place) => [createForm(parts, place), ...revokeForm(parts, place)]);
}

function createForm({ site, live }: TokenParts, place: Place): Operation {
  const { id, page, role, params, errors, requireOwner } = place;
  const path = `${page}/tokens`;
  const shape: TObject = Type.Object(params);
  return adminForm(site, {
    id: `create${id}`,
    role,
    sessionOnly: true,
    path,
    page,
    summary: "Create a bearer token, and show it once",
    done: null,
    status: 200,
    params: shape,
    form: TokenForm,
    errors,
    submit: async ({ actor, reader, body: wish, params: values, now }) => {
      const named = values as Record<string, string>;
      const { operator, issued } = await live.writer.run((tx) => {
        requireFresh(tx, actor, tx.now);
        const operator = requireOwner(tx, actor, named);
        return { operator, issued: createToken(tx, actor, { operator, wish }) };
      });
      const back = page.replace("{name}", encodeURIComponent(operator.name));
      const until = <Time at={issued.expiresAt} now={now} />;
      return adminResponse(site, reader, {
        path: back,
        title: `Token ${wish.name}`,
        content: <NewToken token={issued.token} until={until} back={back} />,
      });
    },
  });
}

function revokeForm(
  { site, live }: TokenParts,
  { id, page, role, params, requireOwner }: Place,
): Operation[] {
  const shape: TObject = Type.Object({ ...params, token_id: Type.String() });
  const find = (sql: Sql, actor: OperatorActor, values: unknown) => {
    const named = values as Record<string, string>;
    const operator = requireOwner(sql, actor, named);
    const tokenId = /^\d{1,15}$/.test(named.token_id ?? "") ? Number(named.token_id) : 0;
    return { operator, token: requireToken(sql, operator, tokenId) };
  };
  return confirmedForm(site, {
    id: `revoke${id}`,
    role,
    sessionOnly: true,
    inSafeMode: true,
    path: `${page}/tokens/{token_id}/revoke`,
    back: page,
    title: ({ sql, actor, params: values }) => `Revoke ${find(sql, actor, values).token.name}`,
    summary: "Revoke a bearer token",
    params: shape,
    errors: ["not_found"],
    effect: ({ sql, actor, params: values, now }) => {
      const { token } = find(sql, actor, values);
      const { last_used_at: used } = token;
      return {
        lead: `Programs with the token ${token.name} are refused from now on.`,
        figures: [
          ["Role", token.role],
          ["Last used", used === null ? "never" : <Time key="used" at={used} now={now} />],
        ],
        consequences: "Nothing brings the token back; a new one has to be given to its programs.",
        label: "Revoke token",
      };
    },
    done: "Token revoked.",
    submit: async ({ actor, params: values }) => {
      const name = await live.writer.run((tx) => {
        const { operator, token } = find(tx, actor, values);
        revokeToken(tx, actor, { operator, tokenId: token.id });
        return operator.name;
      });
      return seeOther(`${page.replace("{name}", encodeURIComponent(name))}#tokens`);
    },
  });
}
