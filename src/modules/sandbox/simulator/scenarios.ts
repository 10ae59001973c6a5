import type { EventData, EventType } from "../../webhooks/events/index.ts";

/** A possible event with its data. */
export interface Scenario<Type extends EventType = EventType> {
  id: string;
  title: string;
  event_type: Type;
  /** evt_ and a ULID, always the same. */
  uid: string;
  data: EventData<Type>;
}

function scenario<const Id extends string, const Type extends EventType>(
  given: Scenario<Type> & { id: Id },
): Scenario<Type> & { id: Id } {
  return given;
}

const USER = { user_id: "1", external_id: "demo-user" };

const CLAIM = {
  ...USER,
  claim_id: 1,
  campaign: "Autumn drive",
  claim_campaign_id: 1,
  amount: "25",
  currency: "SALUTES",
  reference: "order-1001",
  metadata: null,
  wallet_address: null,
  settlement_signature: null,
  cancel_reason: null,
  expires_at: "2026-02-04T09:00:00.000Z",
};

/** The simulator's scenarios (contract section 10); their data match the seed. */
export const SCENARIOS = [
  scenario({
    id: "claim_created",
    title: "Donation Claim Created",
    event_type: "donation.claim",
    uid: "evt_01KE6R3S40PRACT1CE00000001",
    data: { ...CLAIM, status: "issued", ledger_entry_id: null },
  }),
  scenario({
    id: "claim_redeemed",
    title: "Donation Claim Redeemed",
    event_type: "donation.claim_redeemed",
    uid: "evt_01KE6R3S40PRACT1CE00000002",
    data: { ...CLAIM, status: "redeemed", ledger_entry_id: 5 },
  }),
  scenario({
    id: "delivery_failed",
    title: "Webhook Delivery Failed",
    event_type: "webhook.delivery_failed",
    uid: "evt_01KE6R3S40PRACT1CE00000003",
    data: {
      event_id: 9,
      event_uid: "evt_01KE6R3S40PRACT1CE00000009",
      event_type: "salutes.debit",
      webhook_id: 2,
      target_url: "https://partner.example/hooks/debits",
      attempts: 14,
      reason_tag: "http_error",
      last_error: "HTTP 500",
      created_at: "2026-01-05T08:00:00.000Z",
    },
  }),
  scenario({
    id: "salutes_credit",
    title: "Salutes Credited",
    event_type: "salutes.credit",
    uid: "evt_01KE6R3S40PRACT1CE00000004",
    data: {
      ...USER,
      delta: 25,
      balance: 150.5,
      reason: "quest",
      source: "campaign-7",
      ledger_entry_id: 5,
      metadata: null,
    },
  }),
  scenario({
    id: "users_updated",
    title: "User Updated",
    event_type: "users.updated",
    uid: "evt_01KE6R3S40PRACT1CE00000005",
    data: {
      ...USER,
      username: "demo",
      display_name: "Demo User",
      status: "active",
      is_verified: true,
      metadata: null,
      changed_fields: ["display_name"],
    },
  }),
] as const;

export const SCENARIO_IDS = SCENARIOS.map(({ id }) => id);
