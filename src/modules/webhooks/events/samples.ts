import { EVENT_CATALOGUE, type EventData, type EventType } from "./catalogue.ts";

const USER = { user_id: "42", external_id: "zoe" };
const WALLET = {
  blockchain: "solana",
  wallet_address: "So11111111111111111111111111111111111111112",
  label: "Main",
  is_primary: 1,
  is_hidden: 0,
  verified: 1,
};
const SHOWN = {
  username: "zoe",
  display_name: "Zoe",
  status: "active",
  is_verified: true,
  metadata: null,
} as const;

/** Of the types whose shapes hold no example. */
const SAMPLES: { readonly [Type in EventType]?: EventData<Type> } = {
  "salutes.credit": {
    ...USER,
    delta: 25,
    balance: 125.5,
    reason: "quest",
    source: "campaign-7",
    ledger_entry_id: 1001,
    metadata: null,
  },
  "users.created": { ...USER, ...SHOWN },
  "users.updated": { ...USER, ...SHOWN, changed_fields: ["display_name"] },
  "users.deleted": USER,
  "wallets.linked": { ...USER, wallet: WALLET },
  "wallets.updated": { ...USER, wallet: WALLET },
  "wallets.unlinked": { ...USER, wallet: WALLET },
  "webhook.test": { webhook_id: 7, message: "This is a test of your webhook; nothing has happened." },
  "webhook.delivery_failed": {
    event_id: 9,
    event_uid: "evt_01KE6R3S40PRACT1CE00000009",
    event_type: "salutes.debit",
    webhook_id: 7,
    target_url: "https://partner.example/hooks/salute",
    attempts: 14,
    reason_tag: "http_error",
    last_error: "HTTP 500",
    created_at: "2026-01-05T08:00:00.000Z",
  },
};

/** Example data of an event type. */
export function sampleData(type: EventType): EventData<EventType> {
  const [example] = EVENT_CATALOGUE[type].data.examples ?? [];
  const sample = (example as EventData<EventType> | undefined) ?? SAMPLES[type];
  if (sample === undefined) throw new Error(`${type} has no example`);
  return sample;
}
