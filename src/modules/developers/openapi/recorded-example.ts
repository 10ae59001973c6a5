import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { closed } from "../../../http/schema/validate.ts";
import messenger from "./recorded-examples/messenger.json";
import operators from "./recorded-examples/operators.json";
import partner from "./recorded-examples/partner.json";
import publicly from "./recorded-examples/public.json";
import sandbox from "./recorded-examples/sandbox.json";

const RECORDED: Readonly<Record<string, unknown>> = {
  ...partner,
  ...sandbox,
  ...publicly,
  ...messenger,
  ...operators,
};

/** Recorded response of an operation; null if there is none, or its shape has changed since. */
export function recordedExample(operationId: string, shape: TSchema): unknown {
  const example = RECORDED[operationId];
  return example !== undefined && Value.Check(closed(shape), example) ? example : null;
}
