import { type Caller, type ClientSettings, callerOf } from "../call/caller.ts";
import { type Flags, type Option, UsageError } from "../command.ts";

/** Flags by which a command chooses its key. */
export const KEY_OPTIONS: Record<string, Option> = {
  live: { type: "boolean", meaning: "Use a live key" },
  profile: {
    type: "string",
    value: "NAME",
    meaning: "Profile of salute call; otherwise SALUTE_KEY and SALUTE_SECRET, otherwise sandbox, or live",
  },
  "base-url": { type: "string", value: "URL", meaning: "The server's address" },
};

/** A partner's key with the paths of its mode. */
export interface PartnerCaller extends Caller {
  mode: "live" | "sandbox";
  /** Turns /api/partner/events into the path for keys of this mode. */
  path: (livePath: string) => string;
}

/** The key of the flags, a sandbox key unless --live is given. @throws UsageError, CommandFailed */
export function partnerCaller(flags: Flags, settings: ClientSettings): PartnerCaller {
  const mode = flags.live === true ? "live" : "sandbox";
  const { profile = settings.clientKey === null ? mode : undefined, "base-url": baseUrl } = flags;
  const caller = callerOf({ profile, "base-url": baseUrl }, settings);
  if (!caller.key.startsWith(`pk_${mode}_`))
    throw new UsageError(
      mode === "live"
        ? `${caller.key} is not a live key: leave --live out, or name a live key`
        : `${caller.key} is not a sandbox key: add --live to use it, or name a sandbox key`,
    );
  return {
    ...caller,
    mode,
    path: (path) => (mode === "live" ? path : path.replace("/api/partner/", "/api/partner/sandbox/")),
  };
}
