import type { Static, TSchema } from "@sinclair/typebox";
import { correction, Problem } from "../../../http/answers/problem.ts";
import { createValidator } from "../../../http/schema/validate.ts";

/** A judge of what forms say, by the shape of the operation for the same thing. */
export function judgeOf<Shape extends TSchema>(shape: Shape): (said: unknown) => Static<Shape> {
  const validator = createValidator(shape);
  return (said) => {
    const faults = validator.faults(said);
    const [first] = faults ?? [];
    if (faults === null || first === undefined) return said as Static<Shape>;
    throw new Problem("invalid_payload", correction(first), { details: faults });
  };
}
