import { readFileSync } from "node:fs";
import { fileFaultWords } from "../../kit/process/files.ts";
import {
  BUILT_IN_POLICY,
  type Policy,
  PolicyError,
  parsePolicy,
} from "../../modules/share-links/links/index.ts";
import { type Config, ConfigError } from "../config.ts";

/** The configured policy of share links. @throws ConfigError if its file cannot be used */
export function readAudioSharePolicy({ audioSharePolicyFile: path }: Config): Policy {
  if (path === null) return BUILT_IN_POLICY;
  try {
    return parsePolicy(readFileSync(path, "utf8"));
  } catch (error) {
    const words = error instanceof PolicyError ? ` ${error.message}` : `: ${fileFaultWords(error)}`;
    throw new ConfigError(
      `AUDIO_SHARE_POLICY_FILE: ${path}${words}. Example: {"allow": ["music.example", "*.cdn.example"], "revision": "2026-11-21"}`,
    );
  }
}
