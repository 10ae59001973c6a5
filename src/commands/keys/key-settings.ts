import { parseSalutes } from "../../kit/money.ts";
import { type KeyAdjustments, SCOPES } from "../../modules/access/keys/index.ts";
import { type Flags, type Option, parseListFlag, textFlag, UsageError } from "../command.ts";

/** Settings of a key that is created. */
export const SETTING_FLAGS: Record<string, Option> = {
  scopes: { type: "string", value: "a,b", meaning: `Of ${SCOPES.join(", ")}`, mayBeEmpty: true },
  "allow-ip": {
    type: "string",
    multiple: true,
    value: "CIDR",
    meaning: "An address or range from which the key may be used; may repeat",
  },
  domain: {
    type: "string",
    multiple: true,
    value: "HOST",
    meaning: "A host that wallet challenges may name; may repeat",
  },
};

/** The same for `keys set`, where an empty value removes what the key has. */
const REMOVABLE_FLAGS = Object.fromEntries(
  Object.entries(SETTING_FLAGS).map(([name, option]) => [
    name,
    { ...option, meaning: `${option.meaning}; empty: none`, mayBeEmpty: true },
  ]),
);

/** Settings that `keys set` changes. */
export const ADJUSTING_FLAGS: Record<string, Option> = {
  ...REMOVABLE_FLAGS,
  "rate-limit": {
    type: "string",
    value: "N",
    meaning: "Requests per minute; 0 disables the limit, default uses the configured one",
  },
  "daily-credit-limit": {
    type: "string",
    value: "SALUTES",
    meaning: "Salutes that the key may credit per UTC day, or none",
  },
};

/** The changes that `keys set` is asked for. @throws UsageError if there are none, or a value is malformed */
export function parseAdjustments(flags: Flags): KeyAdjustments {
  const adjustments: KeyAdjustments = {};
  const [scopes, allowedIps, domains] = [
    parseListFlag(flags, "scopes"),
    parseListFlag(flags, "allow-ip"),
    parseListFlag(flags, "domain"),
  ];
  if (scopes !== undefined) adjustments.scopes = scopes as KeyAdjustments["scopes"];
  if (allowedIps !== undefined) adjustments.allowedIps = allowedIps;
  if (domains !== undefined) adjustments.domains = domains;
  const rateLimit = textFlag(flags, "rate-limit");
  if (rateLimit !== undefined) {
    if (rateLimit !== "default" && !/^\d{1,9}$/.test(rateLimit))
      throw new UsageError("--rate-limit is a whole number per minute, or default");
    adjustments.rateLimitPerMinute = rateLimit === "default" ? null : Number(rateLimit);
  }
  const ceiling = textFlag(flags, "daily-credit-limit");
  if (ceiling !== undefined) {
    const hundredths = ceiling === "none" ? null : parseSalutes(ceiling);
    if (ceiling !== "none" && hundredths === null)
      throw new UsageError("--daily-credit-limit is an amount of salutes with at most 2 decimals, or none");
    adjustments.dailyCreditLimit = hundredths;
  }
  if (Object.keys(adjustments).length === 0)
    throw new UsageError(
      `name what to set: ${Object.keys(ADJUSTING_FLAGS)
        .map((each) => `--${each}`)
        .join(", ")}`,
    );
  return adjustments;
}
