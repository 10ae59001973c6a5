import { isoUtc } from "../../kit/clock.ts";
import { bad, type Diagnosis, type Finding, type Inspection, ok, warn } from "../platform/diagnosis/index.ts";
import { FIRST_START_SETTING, readSetting } from "../platform/state/index.ts";
import { listUnlimitedKeys } from "./keys/index.ts";
import { listOperators } from "./operators/index.ts";

export interface AccessFacts extends Inspection {
  config: Inspection["config"] & { nonceRequired: boolean };
  /** Every rate limit by its variable; 0 means off. */
  rateLimits: readonly { variable: string; limit: number }[];
}

export const ACCESS_FINDINGS: readonly Finding<AccessFacts>[] = [
  { name: "owner", order: 180, look: owner },
  { name: "rate_limits", order: 240, look: rateLimits },
  { name: "nonces", order: 250, look: nonces },
];

/** Whether an owner can sign in. */
function owner({ now, read }: AccessFacts): Diagnosis | null {
  const state = read("live.db", (sql) => ({
    operators: listOperators(sql),
    firstStartDone: readSetting(sql, FIRST_START_SETTING) !== null,
  }));
  if (state === null) return null;
  const owners = state.operators.filter((each) => each.role === "owner" && each.status === "active");
  if (owners.length === 0)
    return state.firstStartDone
      ? bad(
          "No active operator is an owner: nobody can manage operators and keys on the pages.",
          "salute operators create --name NAME --role owner",
        )
      : ok("the first start creates one");
  const open = owners.filter((each) => each.password_hash !== null || each.passkeys > 0);
  if (open.length > 0) return ok(`${open.map(({ name }) => name).join(", ")} can sign in`);
  for (const { name, link_expires_at: until } of owners)
    if (until !== null && until > now)
      return warn(
        `${name} has neither password nor passkey yet; the link for one expires at ${isoUtc(until)}.`,
        `Open the link, or print another: salute operators reset --name ${name}`,
      );
  return warn(
    `No owner can sign in: ${owners.map(({ name }) => name).join(", ")} ${owners.length === 1 ? "has" : "have"} neither password nor passkey, and no link to set one is open.`,
    `salute operators reset --name ${owners[0]?.name ?? "NAME"}`,
  );
}

function rateLimits({ rateLimits: limits, read }: AccessFacts): Diagnosis {
  const off = limits.filter(({ limit }) => limit === 0).map(({ variable }) => variable);
  const keys = [
    ...(read("live.db", listUnlimitedKeys) ?? []),
    ...(read("sandbox.db", listUnlimitedKeys) ?? []),
  ];
  if (off.length === 0 && keys.length === 0) return ok("all on");
  return warn(
    `Switched off: ${[...off, ...keys].join(", ")}.`,
    [
      ...(off.length === 0 ? [] : [`Unset ${off.join(", ")}, or set a number.`]),
      ...keys.map((key) => `salute keys set ${key} --rate-limit default`),
    ].join(" "),
  );
}

function nonces({ config }: AccessFacts): Diagnosis {
  return ok(
    config.nonceRequired
      ? "every mutation needs one"
      : "live mutations need one; in the sandbox they are optional (PARTNER_NONCE_REQUIRED=1 requires them there)",
  );
}
