import { invalidPayload } from "../../../http/answers/problem.ts";

/** Unix milliseconds of a time that may be absent. */
export function timeOf(said: string | null | undefined): number | null {
  return said === undefined || said === null ? null : Date.parse(said);
}

/** @throws Problem invalid_payload */
export function endAfterStart(startsAt: number | null, endsAt: number | null): void {
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    throw invalidPayload("ends_at", "must be after starts_at");
}
