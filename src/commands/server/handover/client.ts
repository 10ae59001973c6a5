import { existsSync } from "node:fs";
import { type Static, Type } from "@sinclair/typebox";
import { checkedJson } from "../../../kit/formats/checked-json.ts";
import { RESTART, socketPath } from "./local-socket.ts";

/** A server's answer to a request to restart. */
const Outcome = Type.Union([
  Type.Object({ pid: Type.Number(), held_ms: Type.Number() }),
  /** needs_stop: an ordinary restart would do. */
  Type.Object({ reason: Type.String(), needs_stop: Type.Boolean() }),
]);
export type Outcome = Static<typeof Outcome>;

export const OUTCOME = checkedJson("The server's answer", Outcome);

/** Has the directory's server hand over to a new process. Null if no server of this release runs. */
export async function askForRestart(dataDir: string): Promise<Outcome | null> {
  const socket = socketPath(dataDir);
  if (!existsSync(socket)) return null;
  let response: Response;
  try {
    response = await fetch(`http://server${RESTART}`, { unix: socket, method: "POST", signal: null });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "ECONNREFUSED" || code === "FailedToOpenSocket") return null;
    return { reason: `the server gave no answer: ${(error as Error).message}`, needs_stop: false };
  }
  return OUTCOME.read(await response.text());
}
