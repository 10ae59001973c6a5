import type { Logger } from "../../../kit/process/log.ts";
import type { Readiness } from "../health/index.ts";
import { sendHeartbeat } from "./client.ts";

export interface HeartbeatParts {
  config: { heartbeatUrl: string | null };
  readiness: () => Promise<Readiness>;
  log: Logger;
}

/**
 * Sends a heartbeat if the process is ready. Its absence is the alarm that a dead machine cannot send. Never throws.
 */
export async function beat({ config, readiness, log }: HeartbeatParts, signal: AbortSignal): Promise<void> {
  if (config.heartbeatUrl === null) return;
  try {
    if (!(await readiness()).ready) return;
    await sendHeartbeat(config.heartbeatUrl, signal);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    log.warn("HEARTBEAT_URL did not accept a heartbeat", { error: reason });
  }
}
