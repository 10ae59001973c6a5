import type { IssuedKey, RotatedKey } from "../../modules/access/keys/index.ts";
import { type Flags, printData } from "../command.ts";

/** A new key, or a rotated one, with its secret, shown only this once. */
export function printIssued(flags: Flags, issued: IssuedKey | RotatedKey): void {
  printData(flags, issued, () =>
    [
      `key id   ${issued.key_id}`,
      `secret   ${issued.secret}`,
      `partner  ${issued.partner}`,
      `mode     ${issued.mode}`,
      `scopes   ${issued.scopes.join(", ")}`,
      `from     ${issued.allowed_ips.length === 0 ? "any address" : issued.allowed_ips.join(", ")}`,
      "",
      "The secret is shown this once. Keep it on your servers only.",
      ...("previous_secret_expires_at" in issued
        ? [`The old secret works until ${issued.previous_secret_expires_at}.`]
        : []),
    ].join("\n"),
  );
}
