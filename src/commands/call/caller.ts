import { type Flags, type Invocation, textFlag, UsageError } from "../command.ts";
import { profilesPath, readProfile } from "./profiles.ts";

/** Settings of a client: where profiles are, the key without one, and the server's address without any other. */
export interface ClientSettings {
  clientConfigDir: string | null;
  clientKey: string | null;
  clientSecret: string | null;
  clientBaseUrl: string;
}

export type SettingsOf = (invocation: Invocation) => ClientSettings;

/** The signer, and the server's address. */
export interface Caller {
  key: string;
  secret: string;
  /** Without a slash at its end. */
  baseUrl: string;
}

/**
 * Key and secret from the flags, otherwise the profile, otherwise the environment; the base address likewise,
 * otherwise the server's own. @throws UsageError without a key, CommandFailed if the profile cannot be read
 */
export function resolveCaller(flags: Flags, settings: ClientSettings): Caller {
  const [key, secret, name] = [textFlag(flags, "key"), textFlag(flags, "secret"), textFlag(flags, "profile")];
  if (name !== undefined && (key !== undefined || secret !== undefined))
    throw new UsageError("give --profile, or --key and --secret, not both");
  const profile = name === undefined ? null : readProfile(profilesPath(settings), name);
  const baseUrl = textFlag(flags, "base-url") ?? profile?.base_url ?? settings.clientBaseUrl;
  const signer = profile ?? keyPair(key, secret, settings);
  return { key: signer.key, secret: signer.secret, baseUrl: plainBaseUrl(baseUrl) };
}

function keyPair(
  key: string | undefined,
  secret: string | undefined,
  settings: ClientSettings,
): Pick<Caller, "key" | "secret"> {
  if (key !== undefined && secret !== undefined) return { key, secret };
  if (key !== undefined || secret !== undefined) throw new UsageError("--key and --secret go together");
  if (settings.clientKey !== null && settings.clientSecret !== null)
    return { key: settings.clientKey, secret: settings.clientSecret };
  throw new UsageError(
    "no key to sign with: give --key and --secret, or --profile, or set SALUTE_KEY and SALUTE_SECRET",
  );
}

/** @throws UsageError if it is not an address of a server */
function plainBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.search !== "" || url.hash !== "")
    throw new UsageError(`the base address ${text} is not an http or https address`);
  return text.replace(/\/+$/, "");
}
