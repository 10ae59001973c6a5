import { invalidPayload, Problem } from "../../../http/answers/problem.ts";

/**
 * Carries out a form's change of the plan. A fault of the plan is told beside the form's field.
 * @param fieldOnForm the form's field for a field of the plan; null if the form has none
 * @throws Problem state_conflict for a fault that was there before and is in no field of the form
 */
export function withFormFields<T>(fieldOnForm: (field: string) => string | null, change: () => T): T {
  try {
    return change();
  } catch (error) {
    const [fault] = error instanceof Problem ? (error.options.details ?? []) : [];
    if (fault === undefined) throw error;
    const field = fieldOnForm(fault.field);
    if (field !== null) throw invalidPayload(field, fault.message);
    throw new Problem("state_conflict", `Correct the plan first: each of its operators ${fault.message}.`);
  }
}
