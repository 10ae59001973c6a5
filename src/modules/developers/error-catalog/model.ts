import { Type } from "@sinclair/typebox";
import { RowCount } from "../../../http/input/list-shapes.ts";
import { Links, OneOf } from "../../../http/schema/shapes.ts";

const RETRY_CLASSES = ["retry_after", "retryable", "safe_no_op", "fail_fast"] as const;

export const ErrorsByCode = Type.Object({
  count: Type.Integer({ description: "Number of error codes in the answer." }),
  by_code: Type.Record(
    Type.String(),
    Type.Object({
      http_status: Type.Integer({ description: "HTTP status of answers with this code." }),
      message: Type.String({ description: "Meaning of the code, and what to do." }),
      retry_class: OneOf(RETRY_CLASSES, { description: "How a client should retry." }),
      recovery_links: Links,
    }),
    { description: "Every code of every surface, by the value of `error`." },
  ),
});

export const ErrorCatalog = Type.Object({
  count: RowCount,
  entries: Type.Array(
    Type.Object({
      error_code: Type.String({ description: "The value of `error` in answers." }),
      title: Type.String({ description: "Title of the error in one line." }),
      category: Type.String({ description: "Group of the error, such as auth or state." }),
      http_status: Type.Integer({ description: "HTTP status of answers with this code." }),
      retry_class: OneOf(RETRY_CLASSES, {
        description: "How a client should retry; retry_behavior says it in words.",
      }),
      retry_behavior: Type.String({ description: "What a client should do." }),
      retry_after_seconds: Type.Integer({
        description: "Seconds to wait if the answer has no Retry-After; 0 if waiting does not help.",
      }),
      available_in_modes: Type.Array(OneOf(["live", "sandbox"]), {
        description: "Key modes in which the code can occur.",
      }),
      endpoint_groups: Type.Array(Type.String(), {
        description: "Groups of operations that can answer with it: tags of the OpenAPI document.",
      }),
      recovery_links: Links,
    }),
    { description: "Error codes, sorted by status, then by code." },
  ),
});
