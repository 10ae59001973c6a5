import { type Static, type TObject, Type } from "@sinclair/typebox";
import {
  claimData,
  conversionData,
  DEBIT_EXAMPLE,
  DeliveryFailedData,
  DeprecationData,
  LedgerData,
  SIGNATURE,
  TestData,
  UserData,
  userFields,
  WalletData,
  withExample,
} from "./event-data.ts";

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
