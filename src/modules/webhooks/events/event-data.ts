import { type Static, type TObject, Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { Metadata } from "../../platform/metadata/index.ts";

export const userFields = {
  user_id: Type.String({ description: "The service's id of the user." }),
  external_id: Nullable(Type.String(), { description: "Your own id of the user; null if none is set." }),
};

export const LedgerData = Type.Object({
  ...userFields,
  delta: Type.Number({ description: "Change of the balance in salutes; negative for a debit." }),
  balance: Type.Number({ description: "The user's balance after this entry, in salutes." }),
  reason: Type.String({
    description: "Purpose of the entry: your reason, or the service's own for its entries.",
  }),
  source: Type.String({
    description:
      "Origin of the entry: your source, api if you gave none, or the service's own for its entries.",
  }),
  ledger_entry_id: Type.Integer({ description: "Id of the ledger entry." }),
  reverses: Type.Optional(
    Type.Integer({ description: "Id of the entry that this one reverses; only present if it reverses one." }),
  ),
  metadata: Metadata,
});

export const DEBIT_EXAMPLE: Static<typeof LedgerData> = {
  user_id: "42",
  external_id: "zoe",
  delta: -25,
  balance: 100.5,
  reason: "shop",
  source: "order-1001",
  ledger_entry_id: 1002,
  metadata: { order: "1001" },
};

export const UserData = Type.Object({
  ...userFields,
  username: Nullable(Type.String(), {
    description: "The user's name in your application; null if none is set.",
  }),
  display_name: Nullable(Type.String(), { description: "Name shown to people; null if none is set." }),
  status: OneOf(["active", "suspended"], {
    description: "active, or suspended: nothing can be debited, converted or claimed.",
  }),
  is_verified: Type.Boolean({ description: "Whether the user's primary wallet is verified." }),
  metadata: Metadata,
});

export const WalletData = Type.Object({
  ...userFields,
  wallet: Type.Object(
    {
      blockchain: Type.String({ description: "Blockchain of the address." }),
      wallet_address: Type.String({ description: "The wallet's address." }),
      label: Nullable(Type.String(), { description: "Your label for the wallet; null if none is set." }),
      is_primary: Type.Integer({
        description: "1 for the user's primary wallet, otherwise 0.",
        minimum: 0,
        maximum: 1,
      }),
      is_hidden: Type.Integer({
        description: "1 if the wallet is hidden, otherwise 0.",
        minimum: 0,
        maximum: 1,
      }),
      verified: Type.Integer({
        description: "1 if ownership was proved, otherwise 0.",
        minimum: 0,
        maximum: 1,
      }),
    },
    { description: "The wallet as linked now." },
  ),
});

const ConversionData = Type.Object({
  ...userFields,
  conversion_id: Type.Integer({ description: "Id of the conversion." }),
  state: OneOf(["pending_settlement", "settled", "failed"], {
    description:
      "State of the conversion. pending_settlement: salutes debited, tokens not paid yet. settled: paid. failed: cancelled, and the salutes returned.",
  }),
  amount: Type.Number({ description: "Salutes converted." }),
  token_amount: Type.String({ description: "Tokens to be paid, net of the fee, as a decimal text." }),
  fee: Type.String({ description: "Fee in tokens, as a decimal text." }),
  wallet_address: Type.String({ description: "Address of the wallet to which the tokens are paid." }),
  ledger_entry_id: Type.Integer({ description: "Id of the ledger entry that debited the salutes." }),
  settlement_signature: Nullable(Type.String(), {
    description: "Signature of the transaction that paid the conversion; null before.",
  }),
  failure_reason: Nullable(Type.String(), { description: "Why the conversion failed; null if it did not." }),
});

export const SIGNATURE =
  "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW";

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

export function conversionData(example: Partial<typeof CONVERSION_EXAMPLE>) {
  return withExample(ConversionData, { ...CONVERSION_EXAMPLE, ...example });
}

export function withExample<Shape extends TObject>(shape: Shape, example: Static<Shape>): Shape {
  return { ...shape, examples: [example] };
}

export const TestData = Type.Object({
  webhook_id: Type.Integer({ description: "Id of the webhook under test." }),
  message: Type.String({ description: "A sentence that says this is a test." }),
});

export const DeliveryFailedData = Type.Object({
  event_id: Type.Integer({ description: "Id of the delivery record, as the API lists and replays it." }),
  event_uid: Type.String({ description: "Id of the undelivered event: event_id of its body." }),
  event_type: Type.String({ description: "The type of the undelivered event." }),
  webhook_id: Type.Integer({ description: "Id of the webhook that did not get the event." }),
  target_url: Type.String({ description: "Address of the receiver." }),
  attempts: Type.Integer({ description: "Number of attempts so far." }),
  reason_tag: Nullable(Type.String({ examples: ["http_error"] }), {
    description: "Cause of the last failure as a code, as in webhook-events; null if there is none.",
  }),
  last_error: Nullable(Type.String({ examples: ["HTTP 500"] }), {
    description: "Error of the last attempt; null if there was none.",
  }),
  created_at: Timestamp({ description: "Time at which the undelivered event's record was made." }),
});

export const DeprecationData = Type.Object(
  {
    deprecation_id: Type.String({
      description: "Id of the deprecation, as in /developers/deprecations.json.",
    }),
    title: Type.String({ description: "What is withdrawn, in one line." }),
    endpoints: Type.Array(Type.String(), { description: "The endpoints, as METHOD /path." }),
    deprecated_at: Timestamp({
      description: "Time from which the endpoints' answers carry the headers of a deprecation.",
    }),
    sunset_at: Timestamp({ description: "Time from which the endpoints answer 410." }),
    days_left: Type.Integer({ description: "Days until the sunset." }),
    calls: Type.Integer({ description: "Number of your calls of the endpoints in the last 30 days." }),
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
export function claimData(example: Partial<Record<keyof typeof CLAIM_EXAMPLE, unknown>>) {
  return Type.Object(
    {
      user_id: Nullable(Type.String(), {
        description: "The service's id of the user; null if the claim names none.",
      }),
      external_id: Nullable(Type.String(), {
        description: "Your own id of the user; null if there is none.",
      }),
      claim_id: Type.Integer({ description: "Id of the donation claim." }),
      status: OneOf(["issued", "claimed", "redeemed", "expired", "cancelled"], {
        description:
          "State of the claim. issued: waits for the recipient. claimed: waits for the payment. redeemed: credited, or paid. expired: nobody claimed it in time. cancelled: you or an operator cancelled it.",
      }),
      campaign: Type.String({ description: "Purpose of the claim." }),
      claim_campaign_id: Type.Integer({ description: "Id of the campaign, the same for all its claims." }),
      amount: Type.String({ description: "The amount of the gift in its currency, as a decimal text." }),
      currency: Type.String({ description: "SALUTES, or the currency that the operators pay." }),
      reference: Nullable(Type.String(), {
        description: "Your own reference, as given at the issue; null if none was given.",
      }),
      metadata: Metadata,
      wallet_address: Nullable(Type.String(), {
        description: "The payout address that the recipient gave; null before, and for SALUTES.",
      }),
      settlement_signature: Nullable(Type.String(), {
        description: "Signature of the transaction that paid the claim; null before, and for SALUTES.",
      }),
      ledger_entry_id: Nullable(Type.Integer(), {
        description:
          "Id of the ledger entry that credited the claim; null before, and for other currencies than SALUTES.",
      }),
      cancel_reason: Nullable(Type.String(), {
        description: "Why the claim was cancelled; null if it was not.",
      }),
      expires_at: Type.String({
        description: "The time at which the claim expires if nobody claims it.",
        format: "date-time",
      }),
    },
    { examples: [{ ...CLAIM_EXAMPLE, ...example }] },
  );
}
