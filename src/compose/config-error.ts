/** Invalid settings, which prevent the start; each fault names the variable, the problem and an example. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(...faults: string[]) {
    super(faults.join("\n"));
    this.faults = faults;
  }
}

/** A command-line flag with an invalid value: wrong usage. */
export class FlagError extends ConfigError {}

/** The value of `read`. If it throws a ConfigError: null, and its faults are added to the list. */
export function orFault<Value>(faults: string[], read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    faults.push(...error.faults);
    return null;
  }
}
