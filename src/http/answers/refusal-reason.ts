/**
 * Why a request was refused with 403, for statistics; clients use only the error code. A module's own code is its own
 * reason; `other` has none.
 */
export const REFUSAL_REASONS = [
  "disabled_key",
  "address",
  "scope",
  "mode",
  "operator_required",
  "role",
  "session_required",
  "csrf",
  "form_origin",
  "credentials",
  "not_in_audience",
  "other",
] as const;

export type RefusalReason = (typeof REFUSAL_REASONS)[number];

export function isRefusalReason(value: unknown): value is RefusalReason {
  return REFUSAL_REASONS.some((reason) => reason === value);
}
