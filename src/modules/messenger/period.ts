import { invalidPayload } from "../../http/answers/problem.ts";

/** @param prefix precedes the field names in the error, such as `window.`. @throws Problem invalid_payload */
export function requireEndAfterStart(startsAt: number | null, endsAt: number | null, prefix = ""): void {
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    throw invalidPayload(`${prefix}ends_at`, `must be after ${prefix}starts_at`);
}

/** Whether a time lies in a period; a null bound is open, and the end is excluded. */
export function isInPeriod(
  { starts_at, ends_at }: { starts_at: number | null; ends_at: number | null },
  now: number,
): boolean {
  return (starts_at === null || starts_at <= now) && (ends_at === null || now < ends_at);
}
