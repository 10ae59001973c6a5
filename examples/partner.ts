/**
 * A partner's integration against the sandbox: a user, a credit that is repeated safely, a refused debit, the ledger.
 * SALUTE_URL, SALUTE_KEY_ID and SALUTE_SECRET are those of a sandbox key. `bun examples/partner.ts`; outside this
 * repository, import from "salute-client" (see /developers of a running server).
 */
import { InsufficientBalanceError, Salute } from "../clients/typescript/src/index.ts";

const { SALUTE_URL = "", SALUTE_KEY_ID = "", SALUTE_SECRET = "" } = process.env;
const salute = new Salute({ baseUrl: SALUTE_URL, keyId: SALUTE_KEY_ID, secret: SALUTE_SECRET });

const player = "example-player";
const { user } = await salute.users.create({ external_id: player, display_name: "Example" });

// Store the key with the intent before the call: a repeated call with it acts once.
const quest = { user_id: user.id, amount: 25, reason: "quest" };
const credited = await salute.salutes.credit(quest, { idempotencyKey: `quest-7-${player}` });
const repeated = await salute.salutes.credit(quest, { idempotencyKey: `quest-7-${player}` });

let refused = "";
try {
  await salute.salutes.debit({ user_id: user.id, amount: 100, reason: "shop" });
} catch (error) {
  if (!(error instanceof InsufficientBalanceError)) throw error;
  refused = error.code;
}
await salute.salutes.debit({ user_id: user.id, amount: 10, reason: "shop" });

const deltas: number[] = [];
for await (const entry of salute.salutes.eachLedgerEntry({ user_id: user.id })) deltas.push(entry.delta);
const { balance } = await salute.salutes.balance({ user_id: user.id });

const isAppliedOnce = credited.ledger_entry_id === repeated.ledger_entry_id;
console.log(JSON.stringify({ is_applied_once: isAppliedOnce, refused, deltas, balance }));
