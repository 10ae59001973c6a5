import { SANDBOX_HEADER, SANDBOX_NAME } from "../../http/access/sandbox-name.ts";
import { type Caller, type ClientSettings, resolveCaller } from "../call/caller.ts";
import { type Flags, type Option, textFlag, UsageError } from "../command.ts";

/** Flags by which a command chooses its key. */
export const KEY_OPTIONS: Record<string, Option> = {
  live: { type: "boolean", meaning: "Use a live key" },
  sandbox: {
    type: "string",
    value: "NAME",
    meaning: "A named sandbox, such as that of a CI job, instead of your own; made by its first use",
  },
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
  /** Headers of every request: the sandbox's name. */
  headers: [string, string][];
  /** Turns /api/partner/events into the path for keys of this mode. */
  path: (livePath: string) => string;
}

/** The key of the flags, a sandbox key unless --live is given. @throws UsageError, CommandFailed */
export function partnerCaller(flags: Flags, settings: ClientSettings): PartnerCaller {
  const mode = flags.live === true ? "live" : "sandbox";
  const sandbox = textFlag(flags, "sandbox");
  if (sandbox !== undefined && mode === "live")
    throw new UsageError("--sandbox names a sandbox: leave it or --live out");
  if (sandbox !== undefined && !new RegExp(SANDBOX_NAME).test(sandbox))
    throw new UsageError(`--sandbox ${JSON.stringify(sandbox)} is not 1 to 40 of a-z, 0-9 and -`);
  const { profile = settings.clientKey === null ? mode : undefined, "base-url": baseUrl } = flags;
  const caller = resolveCaller({ profile, "base-url": baseUrl }, settings);
  if (!caller.key.startsWith(`pk_${mode}_`))
    throw new UsageError(
      mode === "live"
        ? `${caller.key} is not a live key: leave --live out, or name a live key`
        : `${caller.key} is not a sandbox key: add --live to use it, or name a sandbox key`,
    );
  return {
    ...caller,
    mode,
    headers: sandbox === undefined ? [] : [[SANDBOX_HEADER, sandbox]],
    path: (path) => (mode === "live" ? path : path.replace("/api/partner/", "/api/partner/sandbox/")),
  };
}
