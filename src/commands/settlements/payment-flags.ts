import { type Flags, type Option, textFlag, UsageError } from "../command.ts";

/** Flags of commands that settle a conversion or claim with its payment. */
export const PAYMENT_OPTIONS = {
  signature: { type: "string", value: "SIGNATURE", meaning: "The transaction's, base58, finalized" },
  "demo-transfer": {
    type: "boolean",
    meaning: "On the demo chain: record the due transfer, and settle with it",
  },
} satisfies Record<string, Option>;

/** @returns the payment's signature; null for a demo transfer */
export function paymentFlag(flags: Flags): string | null {
  const signature = textFlag(flags, "signature");
  const isDemo = flags["demo-transfer"] === true;
  if ((signature !== undefined) === isDemo) throw new UsageError("give --signature or --demo-transfer");
  return signature ?? null;
}

/** @returns the state given by `--state`; null without the flag */
export function stateFlag<State extends string>(flags: Flags, states: readonly State[]): State | null {
  const given = textFlag(flags, "state");
  if (given === undefined) return null;
  const state = states.find((each) => each === given);
  if (state === undefined) throw new UsageError(`--state is one of ${states.join(", ")}`);
  return state;
}
