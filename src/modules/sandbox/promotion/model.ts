import { Type } from "@sinclair/typebox";
import { Nullable, Timestamp } from "../../../http/schema/shapes.ts";

export const PROMOTION_POLICY = "sandbox_to_live_manual_approval";

export const PromotionCheck = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    passed: Type.Boolean(),
    evidence: Nullable(
      Type.Object({
        summary: Type.String({ description: "In words." }),
        seen_at: Nullable(Timestamp(), { description: "The last time, by the real clock." }),
        request_id: Nullable(Type.String()),
        method: Nullable(Type.String()),
        path: Nullable(Type.String(), { description: "Its template." }),
        count: Type.Integer({
          description: "How often it was seen; for the error rate, the number of requests.",
        }),
      }),
      { description: "Null if nothing was seen in the last 30 days." },
    ),
    how_to_pass: Type.String(),
  },
  { title: "PromotionCheck" },
);

export const PromotionReport = Type.Object(
  {
    partner: Type.String(),
    key_id: Type.String(),
    promotion_policy: Type.Literal(PROMOTION_POLICY),
    ready: Type.Boolean({ description: "Whether every check is passed; an operator decides." }),
    passed_count: Type.Integer(),
    checks_count: Type.Integer(),
    checks: Type.Array(PromotionCheck, { description: "Checks that the key's scopes allow it to pass." }),
    not_judged: Type.Array(
      Type.Object({
        name: Type.String(),
        scopes: Type.Array(Type.String(), { description: "Any one of these scopes allows it." }),
      }),
      { description: "Checks that none of the key's scopes allows it to pass." },
    ),
    error_rate: Type.Object({
      requests: Type.Integer({
        description:
          "The key's last ones, at most 100, without refusals of their own input and of routes that the sandbox lacks.",
      }),
      errors: Type.Integer(),
      operations: Type.Integer({ description: "Different operations among them that succeeded." }),
      min_operations: Type.Integer({ description: "Different operations that must have succeeded." }),
      error_rate_pct: Type.Number(),
      max_error_rate_pct: Type.Number(),
    }),
    evidence_days: Type.Integer({ description: "Days for which evidence counts." }),
  },
  { title: "PromotionReport" },
);
