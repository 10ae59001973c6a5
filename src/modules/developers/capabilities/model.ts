import { Type } from "@sinclair/typebox";
import { Links, Nullable, OneOf } from "../../../http/schema/shapes.ts";

export const Capabilities = Type.Object({
  partner: Type.String(),
  key_id: Type.String(),
  key_mode: OneOf(["live", "sandbox"]),
  scopes: Type.Array(Type.String(), { description: "Scopes of the key." }),
  sandbox: Type.Object(
    {
      enabled_for_key: Type.Boolean(),
      verify_endpoint: Nullable(Type.String()),
      promotion_report_endpoint: Nullable(Type.String()),
      supports_deterministic_fixtures: Type.Boolean(),
      fixture_endpoints: Type.Array(Type.String()),
    },
    { description: "Null, false or empty for parts that this build lacks." },
  ),
  query_support: Type.Object({ include_meta: Type.Boolean() }),
  docs: Links,
  links: Links,
});
