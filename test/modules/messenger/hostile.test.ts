import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { allOperations } from "../../../src/compose/operations.ts";
import type { Operation } from "../../../src/http/operation.ts";
import { MESSENGER_PREFIX } from "../../../src/modules/messenger/paths.ts";
import { createMessengerWorld, newPlayer } from "../../harness/app/messenger.ts";
import type { World } from "../../harness/app/world.ts";

/** Players who send invalid requests. */
setDefaultTimeout(60_000);

let world: World;
let operations: Operation[];

beforeAll(async () => {
  world = await createMessengerWorld({ RATE_LIMIT_PLAYER_PER_MIN: "0", RATE_LIMIT_MESSENGER_PER_MIN: "0" });
  operations = allOperations(world.services).filter(
    ({ access, method }) => access.kind === "player" && method === "POST",
  );
});

afterAll(() => world.close());

const VALUES: unknown[] = [
  null,
  true,
  -1,
  0,
  0.001,
  1e21,
  Number.MAX_SAFE_INTEGER,
  -Number.MAX_SAFE_INTEGER,
  "",
  " ",
  "\u202e\u0000",
  "é".repeat(300),
  "-1",
  "1e400",
  "NaN",
  [],
  {},
  [null],
  "__proto__",
  "constructor",
];

test("no value of any field in player operations causes a 500", async () => {
  const wrong: string[] = [];
  expect(operations.length).toBeGreaterThan(15);
  let id = 100;
  for (const operation of operations) {
    const schema = operation.body as { properties?: Record<string, unknown> } | null;
    const example = (operation.example ?? {}) as Record<string, unknown>;
    const path = operation.path.slice(MESSENGER_PREFIX.length);
    for (const name of Object.keys(schema?.properties ?? {})) {
      if (name === "init_data") continue;
      // One player per field, because each player has 60 requests per minute.
      const player = await newPlayer(world, id++);
      for (const value of VALUES) {
        const key = name === "idempotency_key" ? {} : { idempotency_key: crypto.randomUUID() };
        const body = { ...example, ...("idempotency_key" in example ? key : {}), [name]: value };
        const { status } = await player.post(path, body);
        if (status >= 500 || status === 429)
          wrong.push(`${operation.id} ${name}=${JSON.stringify(value)}: ${status}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test("another player's rounds, challenges and missions are not found", async () => {
  const [one, other] = [await newPlayer(world, 1), await newPlayer(world, 2)];
  const started = await one.post("games/recon-grid/start", { idempotency_key: "start-1" });
  const roundId = started.json.round?.id;
  expect(started.status).toBe(200);
  const reveal = { idempotency_key: "steal", round_id: roundId, cell: 0 };
  expect((await other.post("games/recon-grid/reveal", reveal)).status).toBe(404);
  const challenge = await one.post("wallet-proof/challenge", {
    wallet_address: "11111111111111111111111111111112",
  });
  const verify = {
    idempotency_key: "verify",
    challenge_id: challenge.json.challenge?.challenge_id ?? challenge.json.challenge_id ?? "none",
    signature: "1".repeat(88),
  };
  expect((await other.post("wallet-claim/verify", verify)).status).toBe(400);
});
