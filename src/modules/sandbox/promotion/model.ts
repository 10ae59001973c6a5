import { Type } from "@sinclair/typebox";
import { Nullable, Timestamp } from "../../../http/schema/shapes.ts";

export const PROMOTION_POLICY = "sandbox_to_live_manual_approval";

export const PromotionCheck = Type.Object(
  {
    name: Type.String({ description: "The name." }),
    title: Type.String({ description: "Title in one line." }),
    passed: Type.Boolean({ description: "Whether the check is passed." }),
    evidence: Nullable(
      Type.Object({
        summary: Type.String({ description: "In words." }),
        seen_at: Nullable(Timestamp(), { description: "The last time, by the real clock." }),
        request_id: Nullable(Type.String(), {
          description: "Id of the request in the server's log; null if it is unknown.",
        }),
        method: Nullable(Type.String(), { description: "HTTP method." }),
        path: Nullable(Type.String(), { description: "Its template." }),
        count: Type.Integer({
          description: "How often it was seen; for the error rate, the number of requests.",
        }),
      }),
      { description: "Null if nothing was seen in the last 30 days." },
    ),
    how_to_pass: Type.String({ description: "What to do to pass the check." }),
  },
  { title: "PromotionCheck" },
);

export const PromotionReport = Type.Object(
  {
    partner: Type.String({ description: "Name of the partner." }),
    key_id: Type.String({ description: "Id of the key." }),
    promotion_policy: Type.Literal(PROMOTION_POLICY, {
      description: "Name of the policy behind the report.",
    }),
    ready: Type.Boolean({ description: "Whether every check is passed; an operator decides." }),
    passed_count: Type.Integer({ description: "Number of passed checks." }),
    checks_count: Type.Integer({ description: "Number of checks." }),
    checks: Type.Array(PromotionCheck, { description: "Checks that the key's scopes allow it to pass." }),
    not_judged: Type.Array(
      Type.Object({
        name: Type.String({ description: "The name." }),
        scopes: Type.Array(Type.String(), { description: "Any one of these scopes allows it." }),
      }),
      { description: "Checks that none of the key's scopes allows it to pass." },
    ),
    error_rate: Type.Object(
      {
        requests: Type.Integer({
          description:
            "The key's last ones, at most 100, without refusals of their own input and of routes that the sandbox lacks.",
        }),
        errors: Type.Integer({ description: "Number of failed requests." }),
        operations: Type.Integer({ description: "Different operations among them that succeeded." }),
        min_operations: Type.Integer({ description: "Different operations that must have succeeded." }),
        error_rate_pct: Type.Number({ description: "Failed requests in percent, with two decimals." }),
        max_error_rate_pct: Type.Number({ description: "Highest error rate that passes, in per cent." }),
      },
      { description: "Share of failed requests, with its limit." },
    ),
    evidence_days: Type.Integer({ description: "Days for which evidence counts." }),
  },
  { title: "PromotionReport" },
);
