import type { Static, TObject } from "@sinclair/typebox";
import { Problem } from "../../../http/answers/problem.ts";
import type { Actor, OperatorActor } from "../../../http/operation.ts";

/** The values of a shape; empty without a shape. */
export type StaticOf<Shape extends TObject | undefined> = Shape extends TObject
  ? Static<Shape>
  : Record<string, never>;

/** @throws Problem forbidden */
export function requireOperator(actor: Actor): OperatorActor {
  if (actor.kind !== "operator")
    throw new Problem("forbidden", "Sign in as an operator.", { reason: "operator_required" });
  return actor;
}
