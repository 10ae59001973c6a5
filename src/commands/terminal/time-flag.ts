import { timeOfIso } from "../../kit/clock.ts";
import { type Flags, textFlag, UsageError } from "../command.ts";

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** A flag's time as Unix milliseconds; null without the flag. @throws UsageError if it is malformed or has no offset */
export function timeFlag(flags: Flags, name: string): number | null {
  const given = textFlag(flags, name);
  if (given === undefined) return null;
  const at = timeOfIso(given);
  if (!TIME.test(given) || Number.isNaN(at))
    throw new UsageError(`--${name} is a time with an offset, such as 2026-11-21T22:00:00Z`);
  return at;
}
