import { invalidPayload } from "../../../http/answers/problem.ts";
import { isPlainlyRead } from "../../../kit/plain-text.ts";

/** Checks a public text of operators, which is also mailed. @throws Problem invalid_payload naming the field */
export function requirePlainlyRead(field: string, text: string | null | undefined): void {
  if (typeof text === "string" && !isPlainlyRead(text))
    throw invalidPayload(field, "must hold no invisible characters and no encoded words (=?)");
}
