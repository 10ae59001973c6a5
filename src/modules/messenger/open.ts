import type { Database } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Keyring } from "../platform/master-key/index.ts";
import { type Bot, type BotSettings, openBot } from "./telegram/index.ts";
import { MessengerCounters } from "./telemetry/index.ts";

export interface MessengerServices {
  /** The bot behind the mini-app; null in production without a configured one. */
  bot: Bot | null;
  /** Counters of refused and repeated mini-app requests. */
  messengerCounters: MessengerCounters;
}

interface Needs {
  config: BotSettings;
  clock: Clock;
  live: Database;
  keyring: Keyring;
}

export async function openMessenger({ config, clock, live, keyring }: Needs): Promise<MessengerServices> {
  return {
    bot: await openBot(config, live, keyring),
    messengerCounters: new MessengerCounters(clock, live),
  };
}
