import { invalidPayload } from "../../../http/problem.ts";
import { isPlainlyRead } from "../../../kit/plain-text.ts";

/** What operators write for everybody goes into mails, too. @throws Problem invalid_payload naming the field */
export function requirePlainlyRead(field: string, text: string | null | undefined): void {
  if (typeof text === "string" && !isPlainlyRead(text))
    throw invalidPayload(field, "must hold no invisible characters and no encoded words (=?)");
}
