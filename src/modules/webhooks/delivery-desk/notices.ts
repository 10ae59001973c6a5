import type { Sql } from "../../../db/sql.ts";
import { countedNotice, type Notice } from "../../platform/notices/index.ts";
import { tallyDeadLetters } from "../deliveries/index.ts";
import { RECEIVER_STATES, RECEIVERS_PATH, type ReceiverState, tallyReceivers } from "./receiver-store.ts";

const TITLES: Record<ReceiverState, string> = {
  failing: "Receivers whose last attempt failed",
  gone: "Receivers that answered 410 and are off",
  off: "Receivers switched off by their partner while deliveries wait",
};

/** Dead letters that await a replay, and receivers that do not take their deliveries. */
export function deliveryNotices(sql: Sql): Notice[] {
  return [
    ...countedNotice(tallyDeadLetters(sql), {
      id: "dead_letters",
      status: "warn",
      title: "Dead letters of webhooks",
      path: "/admin/deliveries?state=dead_letter",
    }),
    ...RECEIVER_STATES.flatMap((state) =>
      countedNotice(tallyReceivers(sql, state), {
        id: `receivers_${state}`,
        status: "warn",
        title: TITLES[state],
        path: `${RECEIVERS_PATH}?state=${state}`,
      }),
    ),
  ];
}
