import { Secret, TOTP } from "otpauth";

/** The second factor: RFC 6238 with SHA-1, six digits, steps of 30 s, as every authenticator app takes it. */

const STEP_SECONDS = 30;
/** A code of the step before or after counts too: clocks differ, and people type slowly. */
const WINDOW = 1;

/** A new secret of 160 bits, as base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What an authenticator app reads from a QR code. */
export function totpUri(secret: string, host: string, name: string): string {
  return totp(secret, host, name).toString();
}

/** The time step that a code is of, or null for a wrong one and for one of a step that was taken already. */
export function takeTotpStep(
  secret: string,
  code: string,
  lastStep: number | null,
  nowMs: number,
): number | null {
  const token = code.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totp(secret, "", "").validate({ token, timestamp: nowMs, window: WINDOW });
  if (delta === null) return null;
  const step = Math.floor(nowMs / 1000 / STEP_SECONDS) + delta;
  return lastStep !== null && step <= lastStep ? null : step;
}

function totp(secret: string, host: string, name: string): TOTP {
  return new TOTP({ issuer: `salute ${host}`.trim(), label: name, secret: Secret.fromBase32(secret) });
}
