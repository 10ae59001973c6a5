import type { UsageRecorder } from "../../access/usage/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import type { OwnFiles } from "../own-keys.ts";
import type { Members } from "../sessions/index.ts";

export interface KeyParts {
  members: Members;
  files: OwnFiles;
  keyring: Keyring;
  usage: UsageRecorder;
}
