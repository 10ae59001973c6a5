import type { Static, TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";

/** JSON text of one shape. */
export interface CheckedJson<Value> {
  /** @throws Error that names the text if it is damaged or has another shape */
  read(text: string): Value;
  write(value: Frozen<Value>): string;
}

/** Lists that are only written may be read-only. */
type Frozen<Value> = Value extends (infer Item)[] ? readonly Item[] : Value;

/**
 * Describes JSON text that this program did not just write: a column, a file, a remote answer. Each read checks the
 * shape, so that another shape is an error where it is read and never a wrong value elsewhere.
 * @param name of the text, in errors
 */
export function checkedJson<Schema extends TSchema>(
  name: string,
  schema: Schema,
): CheckedJson<Static<Schema>> {
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
