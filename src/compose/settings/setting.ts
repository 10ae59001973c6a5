/** One setting: its variable, its default, and the parser of its text. */
export interface Setting<Value> {
  variable: string;
  fallback: string;
  example: string;
  meaning: string;
  isSecret?: boolean;
  parse: (text: string) => Value;
}

/** @param parse throws a RangeError whose words follow the value: `must be …`. */
export function setting<Value>(
  variable: string,
  fallback: string,
  example: string,
  meaning: string,
  parse: (text: string) => Value,
  isSecret = false,
): Setting<Value> {
  return { variable, fallback, example, meaning, parse, isSecret };
}
