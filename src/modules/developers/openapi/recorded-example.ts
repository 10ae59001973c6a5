import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { closed } from "../../../http/validate.ts";
import recorded from "./recorded-examples.json";

const RECORDED: Readonly<Record<string, unknown>> = recorded;

/** What an operation answered to a real call; null where none was recorded, or its shape has changed since. */
export function recordedExample(operationId: string, shape: TSchema): unknown {
  const example = RECORDED[operationId];
  return example !== undefined && Value.Check(closed(shape), example) ? example : null;
}
