import type { Static, TObject } from "@sinclair/typebox";
import { correction, Problem } from "../../../http/answers/problem.ts";
import { createValidator } from "../../../http/schema/validate.ts";

/** Returns a parser that validates form values with an operation's shape. The parser throws Problem invalid_payload. */
export function formParser<Shape extends TObject>(
  shape: Shape,
): (values: Record<string, unknown>) => Static<Shape> {
  const validator = createValidator(shape);
  return (values) => {
    const faults = validator.faults(values);
    const [first] = faults ?? [];
    if (faults === null || first === undefined) return validator.decode(values) as Static<Shape>;
    throw new Problem("invalid_payload", correction(first), { details: faults });
  };
}
