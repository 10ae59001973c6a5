import { Type } from "@sinclair/typebox";
import { Nullable, Timestamp } from "../../../http/schema/shapes.ts";

export const PROMOTION_POLICY = "sandbox_to_live_manual_approval";

export const PromotionCheck = Type.Object(
  {
    name: Type.String({ description: "Name of the check, the same in every report." }),
    title: Type.String({ description: "Title of the check in one line." }),
    passed: Type.Boolean({ description: "Whether the key has passed the check." }),
    evidence: Nullable(
      Type.Object({
        summary: Type.String({ description: "What was seen, in a sentence." }),
        seen_at: Nullable(Timestamp(), {
          description: "Time at which it was last seen, by the real clock; null for the error rate.",
        }),
        request_id: Nullable(Type.String(), {
          description: "Id of the request in the server's log; null if it is unknown.",
        }),
        method: Nullable(Type.String(), {
          description: "HTTP method of the last such request; null for the error rate.",
        }),
        path: Nullable(Type.String(), {
          description: "Path template of the last such request; null for the error rate.",
        }),
        count: Type.Integer({
          description: "How often it was seen; for the error rate, the number of requests.",
        }),
      }),
      { description: "What passed the check; null if nothing was seen in the last 30 days." },
    ),
    how_to_pass: Type.String({ description: "What to do to pass the check." }),
  },
  { title: "PromotionCheck" },
);

export const PromotionReport = Type.Object(
  {
    partner: Type.String({ description: "Name of the partner." }),
    key_id: Type.String({ description: "Id of the calling key." }),
    promotion_policy: Type.Literal(PROMOTION_POLICY, {
      description: "Name of the policy behind the report.",
    }),
    ready: Type.Boolean({ description: "Whether every check is passed; an operator decides." }),
    passed_count: Type.Integer({ description: "Number of passed checks." }),
    checks_count: Type.Integer({ description: "Number of checks." }),
    checks: Type.Array(PromotionCheck, { description: "Checks that the key's scopes allow it to pass." }),
    not_judged: Type.Array(
      Type.Object({
        name: Type.String({ description: "Name of the check, the same in every report." }),
        scopes: Type.Array(Type.String(), {
          description: "Scopes of which any one allows the key to pass it.",
        }),
      }),
      { description: "Checks that none of the key's scopes allows it to pass." },
    ),
    error_rate: Type.Object(
      {
        requests: Type.Integer({
          description:
            "Number of the key's last requests, at most 100, without refusals of their own input and of routes that the sandbox lacks.",
        }),
        errors: Type.Integer({ description: "Number of those requests that failed." }),
        operations: Type.Integer({
          description: "Number of different operations among them that succeeded.",
        }),
        min_operations: Type.Integer({
          description: "Smallest number of different operations that must have succeeded.",
        }),
        error_rate_pct: Type.Number({
          description: "Share of failed requests in per cent, with two decimals.",
        }),
        max_error_rate_pct: Type.Number({ description: "Highest error rate that passes, in per cent." }),
      },
      { description: "Share of failed requests, with its limit." },
    ),
    evidence_days: Type.Integer({ description: "Days for which evidence counts." }),
  },
  { title: "PromotionReport" },
);
