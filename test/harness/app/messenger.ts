import { randomUUID } from "node:crypto";
import { seedDemoGames } from "../../../src/modules/messenger/demo-games/index.ts";
import type { ReceivedAnswer } from "./caller.ts";
import { signInitData } from "./init-data.ts";
import { createWorld, type World } from "./world.ts";

export const BOT_TOKEN = "7000000001:AAtestTestTestTestTestTestTestTestTest";

/** A world with a configured bot and the demo's wheel and grid, whose new players get no gift. */
export async function createMessengerWorld(environment: Record<string, string> = {}): Promise<World> {
  const world = await createWorld({
    TELEGRAM_BOT_TOKEN: BOT_TOKEN,
    TELEGRAM_WEBHOOK_SECRET: "webhook-secret",
    RATE_LIMIT_MESSENGER_PER_MIN: "0",
    MINIAPP_GIFT_MISSILES: "0",
    ...environment,
  });
  await world.services.live.writer.run((tx) => seedDemoGames(tx));
  return world;
}

/** Init data as signed by Telegram at the current time. */
export function initData(
  world: World,
  id: number,
  options: { ageMs?: number; startParam?: string; language?: string } = {},
): string {
  const { ageMs = 0, startParam, language = "en" } = options;
  const user = { id, first_name: `Player${id}`, username: `player_${id}`, language_code: language };
  return signInitData(BOT_TOKEN, { user, at: world.clock.now() - ageMs, startParam });
}

/** A test player. Each call has new init data, and each change a new idempotency key unless one is given. */
export interface TestPlayer {
  id: number;
  post(path: string, body?: object): Promise<ReceivedAnswer>;
  get(path: string): Promise<ReceivedAnswer>;
  /** Posts with an idempotency_key. */
  act(path: string, body?: object): Promise<ReceivedAnswer>;
  /** Credits the player with a key of the partner `house`. */
  give(salutes: number): Promise<void>;
}

export function createPlayer(world: World, id: number): TestPlayer {
  const headers = () => ({ authorization: `tma ${initData(world, id)}` });
  const post = (path: string, body: object = {}) =>
    world.call("POST", `/api/messenger/${path}`, { body, headers: headers() });
  return {
    id,
    post,
    get: (path) => world.call("GET", `/api/messenger/${path}`, { headers: headers() }),
    act: (path, body = {}) => post(path, { idempotency_key: randomUUID(), ...body }),
    async give(salutes) {
      const key = await world.createKey("house");
      const answer = await world.call("POST", "/api/salutes/credit", {
        key,
        body: { user_id: `ext:tg:${id}`, amount: salutes, reason: "test" },
      });
      if (answer.status !== 200) throw new Error(answer.text);
    },
  };
}

/** A player who has signed in. */
export async function newPlayer(world: World, id: number): Promise<TestPlayer> {
  const player = createPlayer(world, id);
  const answer = await player.post("init/verify");
  if (answer.status !== 200) throw new Error(answer.text);
  return player;
}
