import { type Static, type TObject, Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { Metadata } from "../../platform/metadata/index.ts";

const userFields = {
  user_id: Type.String({ description: "The service's id." }),
  external_id: Nullable(Type.String()),
};

const LedgerData = Type.Object({
  ...userFields,
  delta: Type.Number({ description: "Salutes; negative for a debit." }),
  balance: Type.Number({ description: "Salutes after this entry." }),
  reason: Type.String(),
  source: Type.String(),
  ledger_entry_id: Type.Integer(),
  reverses: Type.Optional(Type.Integer({ description: "Id of the entry that this one reverses." })),
  metadata: Metadata,
});

const DEBIT_EXAMPLE: Static<typeof LedgerData> = {
  user_id: "42",
  external_id: "zoe",
  delta: -25,
  balance: 100.5,
  reason: "shop",
  source: "order-1001",
  ledger_entry_id: 1002,
  metadata: { order: "1001" },
};

const UserData = Type.Object({
  ...userFields,
  username: Nullable(Type.String()),
  display_name: Nullable(Type.String()),
  status: OneOf(["active", "suspended"]),
  is_verified: Type.Boolean(),
  metadata: Metadata,
});

const WalletData = Type.Object({
  ...userFields,
  wallet: Type.Object({
    blockchain: Type.String(),
    wallet_address: Type.String(),
    label: Nullable(Type.String()),
    is_primary: Type.Integer({ minimum: 0, maximum: 1 }),
    is_hidden: Type.Integer({ minimum: 0, maximum: 1 }),
    verified: Type.Integer({ minimum: 0, maximum: 1 }),
  }),
});

const ConversionData = Type.Object({
  ...userFields,
  conversion_id: Type.Integer(),
  state: OneOf(["pending_settlement", "settled", "failed"]),
  amount: Type.Number({ description: "Salutes." }),
  token_amount: Type.String({ description: "Tokens, net of the fee, as a decimal." }),
  fee: Type.String({ description: "Tokens, as a decimal." }),
  wallet_address: Type.String(),
  ledger_entry_id: Type.Integer(),
  settlement_signature: Nullable(Type.String()),
  failure_reason: Nullable(Type.String()),
});

const SIGNATURE = "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW";

const CONVERSION_EXAMPLE: Static<typeof ConversionData> = {
  user_id: "42",
  external_id: "zoe",
  conversion_id: 42,
  state: "pending_settlement",
  amount: 25,
  token_amount: "0.24875",
  fee: "0.00125",
  wallet_address: "So11111111111111111111111111111111111111112",
  ledger_entry_id: 1001,
  settlement_signature: null,
  failure_reason: null,
};

function conversionData(example: Partial<typeof CONVERSION_EXAMPLE>) {
  return withExample(ConversionData, { ...CONVERSION_EXAMPLE, ...example });
}

function withExample<Shape extends TObject>(shape: Shape, example: Static<Shape>): Shape {
  return { ...shape, examples: [example] };
}

const TestData = Type.Object({
  webhook_id: Type.Integer({ description: "The webhook under test." }),
  message: Type.String(),
});

const DeliveryFailedData = Type.Object({
  event_id: Type.Integer({ description: "The record's id, as listed and replayed by the API." }),
  event_uid: Type.String({ description: "event_id of the undelivered body." }),
  event_type: Type.String({ description: "The type of the undelivered event." }),
  webhook_id: Type.Integer(),
  target_url: Type.String(),
  attempts: Type.Integer(),
  reason_tag: Nullable(Type.String({ examples: ["http_error"] })),
  last_error: Nullable(Type.String({ examples: ["HTTP 500"] })),
  created_at: Timestamp(),
});

const DeprecationData = Type.Object(
  {
    deprecation_id: Type.String({ description: "As in /developers/deprecations.json." }),
    title: Type.String({ description: "What is withdrawn, in one line." }),
    endpoints: Type.Array(Type.String(), { description: "The endpoints, as METHOD /path." }),
    deprecated_at: Timestamp({ description: "When answers start to carry the headers." }),
    sunset_at: Timestamp({ description: "When the endpoints start to answer 410." }),
    days_left: Type.Integer({ description: "Days until the sunset." }),
    calls: Type.Integer({ description: "Your calls of the last 30 days." }),
    replacement: Nullable(Type.String(), {
      description: "The operation to call instead; null if there is no replacement.",
    }),
    help: Type.String({ description: "The page that explains the migration." }),
  },
  {
    examples: [
      {
        deprecation_id: "ledger-csv",
        title: "The ledger as CSV goes",
        endpoints: ["GET /api/salutes/ledger.csv"],
        deprecated_at: "2027-01-15T00:00:00.000Z",
        sunset_at: "2027-03-01T00:00:00.000Z",
        days_left: 7,
        calls: 42,
        replacement: "GET /api/salutes/ledger",
        help: "https://salute.example/developers/deprecations#ledger-csv",
      },
    ],
  },
);

const CLAIM_EXAMPLE = {
  user_id: "42",
  external_id: "zoe",
  claim_id: 42,
  status: "issued",
  campaign: "Autumn drive",
  claim_campaign_id: 7,
  amount: "25",
  currency: "SALUTES",
  reference: "order-1001",
  metadata: { order: "1001" },
  wallet_address: null,
  settlement_signature: null,
  ledger_entry_id: null,
  cancel_reason: null,
  expires_at: "2026-12-21T10:00:00.000Z",
};

/** The data of all donation claim events. No event holds a code, because anybody who has the code can claim. */
function claimData(example: Partial<Record<keyof typeof CLAIM_EXAMPLE, unknown>>) {
  return Type.Object(
    {
      user_id: Nullable(Type.String(), { description: "The service's id; null if the claim names none." }),
      external_id: Nullable(Type.String()),
      claim_id: Type.Integer(),
      status: OneOf(["issued", "claimed", "redeemed", "expired", "cancelled"]),
      campaign: Type.String(),
      claim_campaign_id: Type.Integer(),
      amount: Type.String({ description: "As a decimal." }),
      currency: Type.String(),
      reference: Nullable(Type.String(), { description: "Your reference, as given at the issue." }),
      metadata: Metadata,
      wallet_address: Nullable(Type.String(), { description: "The address given by the recipient." }),
      settlement_signature: Nullable(Type.String(), { description: "The transaction that paid it." }),
      ledger_entry_id: Nullable(Type.Integer(), { description: "The entry that credited it." }),
      cancel_reason: Nullable(Type.String()),
      expires_at: Type.String({ format: "date-time" }),
    },
    { examples: [{ ...CLAIM_EXAMPLE, ...example }] },
  );
}

/**
 * Every event type with the one shape of its data (contract section 9), read by the emitter, the OpenAPI document and
 * the tests.
 */
export const EVENT_CATALOGUE = {
  "salutes.credit": { summary: "An entry raised a balance.", data: LedgerData },
  "salutes.debit": { summary: "An entry lowered a balance.", data: withExample(LedgerData, DEBIT_EXAMPLE) },
  "salutes.converted": {
    summary: "Salutes were debited for a conversion, to be paid in tokens.",
    data: conversionData({}),
  },
  "salutes.conversion_settled": {
    summary: "An operator paid a conversion.",
    data: conversionData({ state: "settled", settlement_signature: SIGNATURE }),
  },
  "salutes.conversion_failed": {
    summary: "A conversion was cancelled and its salutes returned.",
    data: conversionData({ state: "failed", failure_reason: "The wallet cannot receive the token." }),
  },
  "donation.claim": { summary: "A donation claim was issued. No event holds its code.", data: claimData({}) },
  "donation.claimed": {
    summary: "The recipient claimed, or gave a payout address.",
    data: claimData({ status: "claimed" }),
  },
  "donation.claim_redeemed": {
    summary: "A claim was credited, or paid by an operator.",
    data: claimData({ status: "redeemed", ledger_entry_id: 1001 }),
  },
  "donation.claim_expired": {
    summary: "A claim expired before anybody claimed it.",
    data: claimData({ status: "expired" }),
  },
  "donation.claim_cancelled": {
    summary: "A claim was cancelled before it was redeemed.",
    data: claimData({ status: "cancelled" }),
  },
  "users.created": { summary: "A user was created.", data: UserData },
  "users.updated": {
    summary: "A user's fields changed.",
    data: Type.Object({
      ...UserData.properties,
      changed_fields: Type.Array(Type.String(), { description: "Names of the changed fields." }),
    }),
  },
  "users.deleted": {
    summary: "A user was deleted; personal fields and wallets are erased.",
    data: Type.Object(userFields),
  },
  "wallets.linked": { summary: "An address was linked to a user.", data: WalletData },
  "wallets.updated": { summary: "A link's label, flags or verification changed.", data: WalletData },
  "wallets.unlinked": { summary: "An address was unlinked from a user.", data: WalletData },
  "webhook.test": {
    summary: "A test that you asked for: sent only to that webhook, whatever it subscribes to.",
    data: TestData,
  },
  "webhook.delivery_failed": {
    summary:
      "A delivery became a dead letter. Not sent to the failed webhook, and not raised for deliveries of this type.",
    data: DeliveryFailedData,
  },
  "api.deprecation": {
    summary: "An endpoint that you called in the last 30 days will be withdrawn in 7 days, or in 1 day.",
    data: DeprecationData,
  },
} as const satisfies Record<string, { summary: string; data: TObject }>;

export type EventType = keyof typeof EVENT_CATALOGUE;

/** Names of the types, in the catalogue's order. */
export const EVENT_TYPES = Object.keys(EVENT_CATALOGUE) as EventType[];
export type EventData<Type extends EventType> = Static<(typeof EVENT_CATALOGUE)[Type]["data"]>;
