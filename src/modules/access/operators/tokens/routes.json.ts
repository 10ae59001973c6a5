import { type Operation, operator, readOperation, writeOperation } from "../../../../http/operation.ts";
import { requireOperator as requireActor } from "../../../platform/admin-page/index.ts";
import { revokeToken } from "./manage-tokens.ts";
import { RevokedToken, TokenList, TokenPath, TokenQuery, viewToken } from "./model.ts";
import { listTokens } from "./store.ts";
import { requireManaged, requireSubject } from "./subject.ts";

const PATH = "/admin/ops/tokens";

/** Operators' bearer tokens as JSON. */
export function tokenOperations(): Operation[] {
  return [
    readOperation({
      id: "listOperatorTokens",
      method: "GET",
      path: PATH,
      group: "ops",
      summary: "List bearer tokens",
      outcome: "The valid tokens of the operator, newest first.",
      description:
        "Your valid tokens with their last use; owners also read those of others. Without the tokens themselves.",
      access: operator("viewer"),
      query: TokenQuery,
      response: TokenList,
      errors: ["not_found"],
      read: ({ actor, db, query, now }) => {
        const row = requireSubject(db.read, requireActor(actor), query.operator);
        return { operator: row.name, tokens: listTokens(db.read, row.id, now).map(viewToken) };
      },
    }),
    writeOperation({
      id: "revokeOperatorToken",
      method: "DELETE",
      path: `${PATH}/{token_id}`,
      group: "ops",
      summary: "Revoke a bearer token",
      outcome: "The token was revoked: requests with it are refused.",
      description:
        "Ends one of your tokens at once, also the one of this request; owners in a session end those of others, too. Kept in the audit trail.",
      access: operator("viewer"),
      params: TokenPath,
      query: TokenQuery,
      response: RevokedToken,
      errors: ["not_found"],
      write: (tx, { actor, params, query }) => {
        const who = requireActor(actor);
        const row = requireManaged(tx, who, query.operator);
        revokeToken(tx, who, { operator: row, tokenId: params.token_id });
        return { token_id: params.token_id, revoked: true };
      },
    }),
  ];
}
