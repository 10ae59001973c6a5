/** One setting: its variable, its default, and its parser. */
export interface Setting<Value> {
  variable: string;
  fallback: string;
  example: string;
  meaning: string;
  isSecret?: boolean;
  /** Whether it is an address that may contain a password, which is masked wherever the address is shown. */
  mayHoldPassword?: boolean;
  /** Throws a RangeError whose message follows the value: `must be …` */
  parse: (text: string) => Value;
}

export function setting<Value>(
  variable: string,
  { isSecret = false, ...rest }: Omit<Setting<Value>, "variable">,
): Setting<Value> {
  return { variable, isSecret, ...rest };
}
