import { Type } from "@sinclair/typebox";
import { Links, Nullable, OneOf } from "../../../http/shapes.ts";

export const ErrorCatalog = Type.Object({
  count: Type.Integer(),
  entries: Type.Array(
    Type.Object({
      error_code: Type.String(),
      title: Type.String(),
      category: Type.String(),
      http_status: Type.Integer(),
      retry_class: OneOf(["retry_after", "retryable", "new_nonce", "safe_no_op", "fail_fast"]),
      retry_behavior: Type.String(),
      retry_after_seconds: Nullable(Type.Integer(), {
        description:
          "How long to wait where the answer has no Retry-After; null where waiting does not help.",
      }),
      available_in_modes: Type.Array(OneOf(["live", "sandbox"]), {
        description: "Keys of which mode can meet it.",
      }),
      endpoint_groups: Type.Array(Type.String(), { description: "Tags of the OpenAPI document." }),
      recovery_links: Links,
    }),
    { description: "By status, then by code." },
  ),
});
