import type { Database } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import { systemTimers } from "../../kit/timers.ts";
import type { Client } from "../webhooks/deliveries/index.ts";
import { ErrorCounts } from "./error-counts/index.ts";
import { LinkChecker } from "./link-inbox/index.ts";
import { RequestLog } from "./request-log/index.ts";
import { RecentRequests } from "./search/index.ts";

export interface DeskServices {
  /** Refused requests by code and route. */
  errors: ErrorCounts;
  /** The last requests of this process. */
  requests: RecentRequests;
  /** Changes and refusals by request id, beyond a restart. */
  requestLog: RequestLog;
  /** Checks links of the operators' inbox. */
  links: LinkChecker;
}

export function openDesk(parts: { clock: Clock; live: Database; targetClient: Client }): DeskServices {
  const { clock, live, targetClient } = parts;
  return {
    errors: new ErrorCounts(clock, live),
    requests: new RecentRequests(),
    requestLog: new RequestLog(live),
    links: new LinkChecker(targetClient, systemTimers, clock),
  };
}
