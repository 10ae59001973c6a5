import { Secret, TOTP } from "otpauth";

/** The second factor: RFC 6238 with SHA-1, six digits and steps of 30 s, which every authenticator app supports. */

const STEP_SECONDS = 30;
/** Codes of the previous and next step count too: clocks differ, and people type slowly. */
const WINDOW = 1;

/** A new secret of 160 bits, as base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that an authenticator app reads from a QR code. */
export function totpUri(secret: string, host: string, name: string): string {
  return totp(secret, host, name).toString();
}

/** The time step of a code; null for a wrong code, and for a step already used. */
export function takeTotpStep(
  secret: string,
  code: string,
  { lastStep, nowMs }: { lastStep: number | null; nowMs: number },
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
