import { setting } from "./setting.ts";
import { optional } from "./values.ts";

/** `salute call`, the client of the command line. */
export const CLIENT_SETTINGS = {
  clientKey: setting(
    "SALUTE_KEY",
    "",
    "pk_sandbox_0123456789abcdef",
    "Key id for `salute call` without --key and --profile",
    optional,
  ),
  clientSecret: setting("SALUTE_SECRET", "", "sk_sandbox_…", "The secret of SALUTE_KEY", optional, true),
  clientConfigDir: setting(
    "XDG_CONFIG_HOME",
    "",
    "/home/zoe/.config",
    "Directory that holds salute/profiles.json for `salute call`; unset: .config in the home directory",
    optional,
  ),
} as const;
