import { type Static, Type } from "@sinclair/typebox";
import { Id, Nullable, OneOf, Timestamp, Words } from "../../../../http/schema/shapes.ts";
import { isoUtc, isoUtcOrNull } from "../../../../kit/clock.ts";
import { ROLES } from "../model.ts";
import { MAX_TOKEN_DAYS } from "./manage-tokens.ts";
import type { TokenRow } from "./store.ts";

const Name = () =>
  Words(60, { description: "By which its owner knows it; new among the operator's tokens." });
const Role = () =>
  OneOf(ROLES, { description: "The most that the token may do, never more than its operator may." });

export const TokenPath = Type.Object({ token_id: Id({ description: "From the list of tokens." }) });
export const TokenQuery = Type.Object({
  operator: Type.Optional(
    Words(40, { description: "Owners only: another operator's tokens; your own by default." }),
  ),
});

export const TokenForm = Type.Object({
  name: Name(),
  role: Role(),
  days: Type.Integer({ minimum: 1, maximum: MAX_TOKEN_DAYS }),
});

export const Token = Type.Object({
  token_id: Type.Integer({ description: "Id of the bearer token." }),
  name: Type.String({ description: "By which its owner knows it." }),
  role: Role(),
  created_at: Timestamp({ description: "When it was created." }),
  expires_at: Timestamp({ description: "From when on it is refused." }),
  last_used_at: Nullable(
    Timestamp({ description: "Its last request, to the minute; null if it was never used." }),
  ),
});

export const TokenList = Type.Object({
  operator: Type.String({ description: "Whose tokens they are." }),
  tokens: Type.Array(Token, { description: "Valid tokens, newest first." }),
});

export const RevokedToken = Type.Object({
  token_id: Type.Integer({ description: "Id of the bearer token." }),
  revoked: Type.Literal(true, { description: "The token no longer works." }),
});

export function viewToken(row: TokenRow): Static<typeof Token> {
  return {
    token_id: row.id,
    name: row.name,
    role: row.role,
    created_at: isoUtc(row.created_at),
    expires_at: isoUtc(row.expires_at),
    last_used_at: isoUtcOrNull(row.last_used_at),
  };
}
