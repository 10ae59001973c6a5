import { type TObject, type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { Nullable } from "../schema/shapes.ts";

/** The number of rows that an answer lists. */
export const RowCount = Type.Integer({ description: "Number of rows in this answer." });

/** The paging parameters as an answer repeats them. */
export const PageEcho = {
  limit: Type.Integer(),
  offset: Type.Integer(),
  cursor: Nullable(Type.String()),
};

/** The parameters that an answer was made with; a parameter without a description of its own gets one. */
export function Echo<Parameters extends TProperties>(parameters: Parameters): TObject<Parameters> {
  const described = Object.entries(parameters).map(([name, shape]) => [
    name,
    { description: meaningOf(shape), ...shape },
  ]);
  return Type.Object(Object.fromEntries(described) as Parameters, {
    description: "The parameters in effect, with their defaults.",
  });
}

function meaningOf({ anyOf = [] }: TSchema): string {
  const canBeNull = anyOf.some(({ type }: TSchema) => type === "null");
  return canBeNull ? "As requested; null if not requested." : "As requested, or the default.";
}

/** A parameter that takes several values, as an answer repeats it: see `asGiven`. */
export const SetEcho = Type.Union([Type.String(), Type.Array(Type.String()), Type.Null()], {
  description: "As given: one, several as a list, or null.",
});

/** A set with one member as that member. */
export function asGiven(set: string[] | undefined): string | string[] | null {
  const [only, ...others] = set ?? [];
  return only === undefined ? null : others.length === 0 ? only : [only, ...others];
}
