import { Type } from "@sinclair/typebox";
import { jsonColumn } from "../../../db/json-column.ts";
import { OneOf } from "../../../http/schema/shapes.ts";
import { SCOPES } from "./scopes.ts";

/** The lists of a key, stored as JSON. */
export const KEY_LISTS = {
  scopes: jsonColumn("partner_keys.scopes", Type.Array(OneOf(SCOPES))),
  allowedIps: jsonColumn("partner_keys.allowed_ips", Type.Array(Type.String())),
  domains: jsonColumn("partner_keys.domains", Type.Array(Type.String())),
};
