import { setting } from "./setting.ts";
import { optional } from "./values.ts";

/** `salute call`, the client of the command line. */
export const CLIENT_SETTINGS = {
  clientKey: setting("SALUTE_KEY", {
    fallback: "",
    example: "pk_sandbox_0123456789abcdef",
    meaning:
      "Key id for `salute call`, `listen` and the other commands for developers, without --key and --profile",
    parse: optional,
  }),
  clientSecret: setting("SALUTE_SECRET", {
    fallback: "",
    example: "sk_sandbox_…",
    meaning: "The secret of SALUTE_KEY",
    parse: optional,
    isSecret: true,
  }),
  clientConfigDir: setting("XDG_CONFIG_HOME", {
    fallback: "",
    example: "/home/zoe/.config",
    meaning:
      "Directory that holds salute/profiles.json for `salute call` and the other commands for developers; unset: .config in the home directory",
    parse: optional,
  }),
} as const;
