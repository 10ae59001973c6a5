import type { UsageRecorder } from "../../access/usage/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import type { KeyContext } from "../own-keys.ts";
import type { Members } from "../sessions/index.ts";

export interface KeyParts extends KeyContext {
  members: Members;
  keyring: Keyring;
  usage: UsageRecorder;
}
