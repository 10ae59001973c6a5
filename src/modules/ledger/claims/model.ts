import { FormatRegistry, Type } from "@sinclair/typebox";
import { Echo, PageEcho, RowCount } from "../../../http/input/list-shapes.ts";
import { PageQuery, Pagination } from "../../../http/input/paging.ts";
import { NO_CONTROL_CHARACTERS } from "../../../http/schema/plain-schema.ts";
import {
  Described,
  Nullable,
  OneOf,
  SolanaAddress,
  Text,
  Timestamp,
  UserId,
} from "../../../http/schema/shapes.ts";
import { LOCALES } from "../../../kit/language/locale.ts";
import { MAX_AMOUNT } from "../../../kit/money.ts";
import { isPlainlyRead } from "../../../kit/plain-text.ts";
import { Metadata, MetadataEcho, MetadataFilter, MetadataInput } from "../../platform/metadata/index.ts";
import { CLAIM_STATES, hasWebAddress } from "./rules.ts";

/** A newly issued claim, as shown in the API document. */
const ISSUED_EXAMPLE = {
  status: "issued",
  claim_status: "issued",
  claim_id: 42,
  claim_code: "7Q4M-9XKD-2PTV-H8R4",
  claim_url: "https://salute.example/claim/7Q4M-9XKD-2PTV-H8R4",
  campaign: "Autumn drive",
  claim_campaign_id: 7,
  amount: "25",
  currency: "SALUTES",
  recipient: { user_id: "42", email: null, name: null },
  reference: "order-1001",
  metadata: { order: "1001" },
  email_sent: false,
  email_status: null,
  partner_key_id: "pk_live_3f9c1b7a5d2e4860",
  wallet_address: null,
  settlement_signature: null,
  ledger_entry_id: null,
  cancel_reason: null,
  expires_at: "2026-12-21T10:00:00.000Z",
  created_at: "2026-11-21T10:00:00.000Z",
  claimed_at: null,
  resolved_at: null,
} as const;

export const EMAIL_STATUSES = ["queued", "sent", "failed", "dropped", "not_configured"] as const;
export type EmailStatus = (typeof EMAIL_STATUSES)[number];

const CAMPAIGN_LENGTH = 80;
FormatRegistry.Set("campaign-80", (value) => {
  const length = [...value].length;
  return (
    length >= 1 &&
    length <= CAMPAIGN_LENGTH &&
    value.isWellFormed() &&
    !/\p{Cc}/u.test(value) &&
    isPlainlyRead(value) &&
    !hasWebAddress(value)
  );
});

const DAY_SECONDS = 86_400;
const AMOUNT_WORDS = {
  "x-expectation": `a positive amount with at most 9 decimals (SALUTES: 2) and 17 digits, at most ${MAX_AMOUNT}, as a number or decimal text`,
};

export const ClaimBody = Type.Object(
  {
    campaign: Type.String({
      format: "campaign-80",
      "x-plain": { minLength: 1, maxLength: CAMPAIGN_LENGTH, pattern: NO_CONTROL_CHARACTERS },
      "x-max-length": CAMPAIGN_LENGTH,
      "x-expectation":
        "text of 1 to 80 characters, without control and invisible characters, encoded words and addresses of web pages",
      description: "The purpose of the gift; the recipient reads it.",
    }),
    amount: Type.Union(
      [
        Type.Number({ exclusiveMinimum: 0, maximum: MAX_AMOUNT, ...AMOUNT_WORDS }),
        Type.String({ pattern: "^[0-9]{1,13}(\\.[0-9]{1,9})?$", ...AMOUNT_WORDS }),
      ],
      {
        description:
          "The amount of the gift in its currency: a number, or a decimal text of at most 17 digits. SALUTES have at most 2 decimals, other currencies 9.",
      },
    ),
    currency: Type.String({
      pattern: "^[A-Z0-9]{2,10}$",
      "x-expectation": "2 to 10 of A-Z and 0-9",
      description:
        "SALUTES are credited to the user when the recipient claims. Other currencies are paid by the operators to the address that the recipient gives: SOL, the project's token (TOKEN unless the operators name it), and others that they have configured, such as USDC.",
    }),
    recipient: Type.Object(
      {
        user_id: Type.Optional(UserId),
        email: Type.Optional(
          Type.String({
            format: "email",
            description: "The recipient's e-mail address for the code, if the service sends mail.",
          }),
        ),
        name: Type.Optional(Text(128, { description: "For your own records; nobody else sees it." })),
      },
      {
        minProperties: 1,
        description: "The recipient of the gift: at least one of the three members; SALUTES need a user_id.",
      },
    ),
    language: Type.Optional(
      OneOf(LOCALES, { description: "The language of the mail to the recipient; English by default." }),
    ),
    reference: Type.Optional(Text(128, { description: "Your own reference, such as an order number." })),
    metadata: Type.Optional(MetadataInput),
    expires_in: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 365 * DAY_SECONDS,
        description: "Seconds from now until it expires if nobody claims it; 30 days by default.",
      }),
    ),
  },
  { title: "DonationClaimRequest" },
);

export const DEFAULT_EXPIRY_SECONDS = 30 * DAY_SECONDS;

const State = OneOf(CLAIM_STATES);

export const Claim = Type.Object(
  {
    status: Described(
      State,
      "State of the claim. issued: waits for the recipient. claimed: the recipient gave a payout address and the operators have not paid yet. redeemed: credited, or paid. expired: nobody claimed it in time. cancelled: you or an operator cancelled it.",
    ),
    claim_status: Described(State, "The same as status."),
    claim_id: Type.Integer({ description: "Id of the claim, as events and operators name it." }),
    claim_code: Type.String({
      description: "The code with which the recipient claims. Anyone who has it can claim: keep it secret.",
    }),
    claim_url: Type.String({
      description: "Address of the page on which the recipient claims. It holds the code: keep it secret.",
    }),
    campaign: Type.String({ description: "The purpose of the gift, as the recipient reads it." }),
    claim_campaign_id: Type.Integer({
      description: "Id of the campaign, the same for all your claims with this campaign text.",
    }),
    amount: Type.String({ description: "The amount of the gift in its currency, as a decimal text." }),
    currency: Type.String({ description: "SALUTES, or the code of the currency that the operators pay." }),
    recipient: Type.Object(
      {
        user_id: Nullable(Type.String(), {
          description: "The service's id of the user; null if there is none.",
        }),
        email: Nullable(Type.String(), {
          description: "The recipient's e-mail address; null if none was given.",
        }),
        name: Nullable(Type.String(), {
          description: "The recipient's name, for your own records; null if none was given.",
        }),
      },
      { description: "The recipient, as you named it." },
    ),
    reference: Nullable(Type.String(), {
      description: "Your own reference of the claim; null if none was given.",
    }),
    metadata: Metadata,
    email_sent: Type.Boolean({ description: "Whether the mail with the code was sent to the recipient." }),
    email_status: Nullable(OneOf(EMAIL_STATUSES), {
      description:
        "State of the mail with the code. queued: waits to be sent. sent, failed: the outcome. dropped: the claim was claimed or ended first. not_configured: the service sends no mail. Null if no address was given.",
    }),
    partner_key_id: Type.String({ description: "Id of the key that issued the claim." }),
    wallet_address: Nullable(Type.String(), {
      description: "The payout address that the recipient gave; null before, and for SALUTES.",
    }),
    settlement_signature: Nullable(Type.String(), {
      description: "Signature of the transaction that paid the claim; null before, and for SALUTES.",
    }),
    ledger_entry_id: Nullable(Type.Integer(), {
      description:
        "Id of the ledger entry that credited the claim; null before, and for currencies other than SALUTES.",
    }),
    cancel_reason: Nullable(Type.String(), {
      description: "Why the claim was cancelled; null if it was not.",
    }),
    expires_at: Timestamp({ description: "The time at which the claim expires if nobody claims it." }),
    created_at: Timestamp({ description: "Time at which the claim was issued." }),
    claimed_at: Nullable(Timestamp(), { description: "Time at which the recipient claimed; null before." }),
    resolved_at: Nullable(Timestamp(), {
      description: "Time at which the claim was redeemed, expired or cancelled; null before.",
    }),
  },
  { title: "DonationClaim", examples: [ISSUED_EXAMPLE] },
);

export const ClaimPath = Type.Object({
  claim_code: Type.String({
    description: "The claim's code, in any case, with or without hyphens; O reads as 0, I and L as 1.",
  }),
});

export const ClaimsQuery = Type.Object({
  status: Type.Optional(Described(State, "Only claims in this state.")),
  campaign: Type.Optional(
    Text(CAMPAIGN_LENGTH, { description: "Only claims with exactly this campaign text." }),
  ),
  reference: Type.Optional(Text(128, { description: "Only claims with exactly this reference." })),
  user_id: Type.Optional(UserId),
  metadata: Type.Optional(MetadataFilter),
  ...PageQuery,
});

export const ClaimList = Type.Object({
  claims: Type.Array(Claim, { description: "Claims, newest first." }),
  count: RowCount,
  query: Echo({
    ...PageEcho,
    status: Nullable(State),
    campaign: Nullable(Type.String()),
    reference: Nullable(Type.String()),
    user_id: Nullable(Type.String()),
    metadata: MetadataEcho,
  }),
  pagination: Pagination,
});

/** The page's form; for SALUTES it has no fields. */
export const ClaimForm = Type.Object({
  wallet_address: Type.Optional(SolanaAddress()),
});
