import { SANDBOX_PARTNER_ID } from "../../../db/files.ts";
import type { Tx } from "../../../db/sql.ts";
import { HOUR_MS, MINUTE_MS } from "../../../kit/clock.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { hundredths } from "../../../kit/money.ts";
import { SeededRandom } from "../../../kit/random.ts";
import { setPolicy } from "../../ledger/conversions/index.ts";
import { postEntry } from "../../ledger/entries/index.ts";
import { createUser, requireUser, type UserRow } from "../../ledger/users/index.ts";
import { linkWallet, markVerified } from "../../ledger/wallets/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { listHeldIds, seedDeadLetter, switchWebhook } from "../../webhooks/deliveries/index.ts";
import type { EventType } from "../../webhooks/events/index.ts";
import { createWebhook } from "../../webhooks/webhooks/index.ts";
import { FIXTURE_PROFILE, FIXTURE_SECRET, SANDBOX_START_MS } from "./profile.ts";

/** The key of the seed's ledger entries. */
const SEED_KEY_ID = "pk_sandbox_seed";

interface SeedUser {
  external_id: string;
  username: string;
  display_name: string;
  email: string | null;
  wallets: readonly { wallet_address: string; label: string; is_hidden: boolean; isVerified: boolean }[];
  /** Deltas in hundredths, with their reasons. */
  entries: readonly { delta: number; reason: string; source: string }[];
  isSuspended: boolean;
}

/** Ids 1 to 3, in this order. The wallets' keys are used nowhere else. */
const USERS: readonly SeedUser[] = [
  {
    external_id: "demo-user",
    username: "demo",
    display_name: "Demo User",
    email: "demo@example.com",
    wallets: [
      wallet("Hhq7iAwqNymR44X68FCULKMABcstdJZxmQvHybAEkUhK", "main", { isVerified: true }),
      wallet("HfETYFeFUwSYSqBW8nnfym1YY5qCLLnjmSgmjpbxmY28", "savings", { is_hidden: true }),
    ],
    entries: [
      { delta: 15_000, reason: "welcome", source: "seed" },
      { delta: -2_450, reason: "shop", source: "seed" },
    ],
    isSuspended: false,
  },
  {
    external_id: "practice-zoe",
    username: "zoe",
    display_name: "Zoe Practice",
    email: "zoe@example.com",
    wallets: [wallet("z6z7gMN5uxw5gLpdkoFfU5JgZEdHfSzo7cw8aQKwWyr", "main")],
    entries: [{ delta: 4_000, reason: "quest", source: "seed" }],
    isSuspended: false,
  },
  {
    external_id: "practice-max",
    username: "max",
    display_name: "Max Practice",
    email: null,
    wallets: [],
    entries: [{ delta: 1_000, reason: "welcome", source: "seed" }],
    isSuspended: true,
  },
];

function wallet(wallet_address: string, label: string, { is_hidden = false, isVerified = false } = {}) {
  return { wallet_address, label, is_hidden, isVerified };
}

/** Number of users in `standard-v1`. */
export const STANDARD_USERS = USERS.length;

const ALL_EVENTS = "https://partner.example/hooks/salute";
/** A receiver that refused the seed's debit until the delivery became a dead letter. */
const DEBITS = "https://partner.example/hooks/debits";
const TARGETS = { allowHttp: false, allowPrivate: false };
const SEED_ATTEMPTS = 14;
const CONVERSIONS = {
  enabled: true,
  min_amount: "10",
  max_amount: "1000",
  daily_limit_per_user: "2000",
  fee_pct: "1",
};

/**
 * Writes the state `standard-v1` into an empty file, with the verbs of partners' requests: two webhooks, three users
 * with wallets and balances, their events delivered except one dead letter, and conversion switched on, at fixed ids and times. The partner's
 * name is set later.
 */
export function seedSandbox(tx: Tx, keyring: Keyring): void {
  seedEmpty(tx);
  let at = SANDBOX_START_MS - 24 * HOUR_MS;
  /** Runs a step of the seed 20 minutes after the previous one. */
  const step = (work: () => void) => {
    tx.now = at;
    work();
    at += 20 * MINUTE_MS;
  };
  const addWebhook = (event_type: EventType | "*", target_url: string) =>
    createWebhook(tx, {
      partnerId: SANDBOX_PARTNER_ID,
      body: { event_type, target_url, secret: FIXTURE_SECRET },
      keyring,
      targets: TARGETS,
    }).webhook.id;
  step(() => addWebhook("*", ALL_EVENTS));
  let debits = 0;
  step(() => {
    debits = addWebhook("salutes.debit", DEBITS);
    switchWebhook(tx, debits, "partner");
  });
  for (const user of USERS) seedUser(tx, user, step);
  step(() => {
    for (const deliveryId of listHeldIds(tx, debits))
      seedDeadLetter(tx, { deliveryId, attempts: SEED_ATTEMPTS, everyMs: MINUTE_MS });
    switchWebhook(tx, debits, "on");
  });
}

/** Writes the state `empty`: conversion is switched on, as in the others, and there is nothing else. */
export function seedEmpty(tx: Tx): void {
  tx.random = new SeededRandom(`${FIXTURE_PROFILE} seed`);
  tx.run("INSERT INTO partners (id, name, created_at) VALUES (?, ?, ?)", SANDBOX_PARTNER_ID, "nobody", 0);
  tx.now = SANDBOX_START_MS;
  setPolicy(tx, { kind: "command", name: "seed" }, CONVERSIONS);
}

function seedUser(tx: Tx, seed: SeedUser, step: (work: () => void) => void): void {
  const { external_id, username, display_name, email } = seed;
  const fresh = (): UserRow => requireUser(tx, SANDBOX_PARTNER_ID, `ext:${external_id}`);
  step(() =>
    createUser(tx, SANDBOX_PARTNER_ID, {
      external_id,
      username,
      display_name,
      email,
      status: seed.isSuspended ? "suspended" : "active",
    }),
  );
  for (const { isVerified, ...link } of seed.wallets) {
    step(() => {
      const owner = { partnerId: SANDBOX_PARTNER_ID, user: fresh() };
      const linked = linkWallet(tx, owner, { blockchain: "solana", ...link });
      if (isVerified) markVerified(tx, linked);
    });
  }
  for (const [index, { delta, reason, source }] of seed.entries.entries()) {
    step(() => {
      const idempotencyKey = `seed-${external_id}-${index + 1}`;
      postEntry(tx, {
        user: fresh(),
        partnerId: SANDBOX_PARTNER_ID,
        delta: hundredths(delta),
        reason,
        source,
        reference: {
          origin: "partner",
          intent: { keyId: SEED_KEY_ID, idempotencyKey, payload: { hash: sha256Hex(idempotencyKey) } },
        },
      });
    });
  }
}
