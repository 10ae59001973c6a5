import type { Services } from "../../compose/services.ts";
import { NO_CHAIN } from "../../modules/platform/chain-access/index.ts";
import { findTokenId, type TrackedToken } from "../../modules/token/figures/index.ts";
import { CommandFailed } from "../command.ts";

export function requireToken({ token }: Services): TrackedToken {
  if (token === null) throw new CommandFailed(NO_CHAIN);
  return token;
}

export function findTrackedTokenId({ live, token }: Services): number | null {
  return token === null ? null : findTokenId(live.read, token.source);
}
