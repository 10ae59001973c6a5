/** One setting: its variable, its default, and its parser. */
export interface Setting<Value> {
  variable: string;
  fallback: string;
  example: string;
  meaning: string;
  isSecret?: boolean;
  parse: (text: string) => Value;
}

/** @param parse throws a RangeError whose message follows the value: `must be …` */
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
