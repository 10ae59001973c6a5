import { Type } from "@sinclair/typebox";
import { Links, Nullable, OneOf } from "../../../http/schema/shapes.ts";

export const Capabilities = Type.Object({
  partner: Type.String({ description: "Name of the partner." }),
  key_id: Type.String({ description: "Id of the calling key." }),
  key_mode: OneOf(["live", "sandbox"], { description: "Mode of the key: live or sandbox." }),
  scopes: Type.Array(Type.String(), { description: "Scopes of the key: what it may do." }),
  sandbox: Type.Object(
    {
      enabled_for_key: Type.Boolean({ description: "Whether this key may use the sandbox." }),
      verify_endpoint: Nullable(Type.String(), {
        description: "Path that verifies the key's signature; null if this build lacks it.",
      }),
      promotion_report_endpoint: Nullable(Type.String(), {
        description: "Path of the promotion report; null if this build lacks it.",
      }),
      supports_deterministic_fixtures: Type.Boolean({
        description: "Whether equal calls on a fresh state give equal answers.",
      }),
      fixture_endpoints: Type.Array(Type.String(), {
        description: "Sandbox routes for fixtures that this key may call.",
      }),
    },
    {
      description:
        "What the sandbox offers to this key; members are null, false or empty for parts that this build lacks.",
    },
  ),
  query_support: Type.Object(
    { include_meta: Type.Boolean({ description: "Whether the query parameter include_meta is supported." }) },
    { description: "Supported query parameters." },
  ),
  docs: Links,
  links: Links,
});
