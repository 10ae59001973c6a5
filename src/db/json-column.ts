import type { Static, TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";

/** A JSON column: one shape for writing and reading. */
export interface JsonColumn<Value> {
  /** @throws Error that names the column if its text is damaged or has another shape */
  read(text: string): Value;
  write(value: Frozen<Value>): string;
}

/** Lists that are only written may be read-only. */
type Frozen<Value> = Value extends (infer Item)[] ? readonly Item[] : Value;

/**
 * Describes a JSON column. Its shape is checked at each read, so that a value of another shape is an error at the row
 * that holds it and never a wrong value elsewhere.
 * @param name `table.column`
 */
export function jsonColumn<Schema extends TSchema>(name: string, schema: Schema): JsonColumn<Static<Schema>> {
  let check: TypeCheck<Schema> | null = null;
  return {
    read(text) {
      check ??= TypeCompiler.Compile(schema);
      const value: unknown = parse(name, text);
      if (check.Check(value)) return value;
      const [first] = check.Errors(value);
      throw new Error(`${name} has another shape: ${first?.path ?? ""} ${first?.message ?? ""}`);
    },
    write: (value) => JSON.stringify(value),
  };
}

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${name} is not JSON`, { cause });
  }
}
