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
import { MAX_AMOUNT } from "../../../kit/money.ts";
import { isPlainlyRead } from "../../../kit/plain-text.ts";
import { Metadata, MetadataEcho, MetadataFilter, MetadataInput } from "../../platform/metadata/index.ts";
import { ISSUED_EXAMPLE } from "./example.ts";
import { CLAIM_STATES, hasWebAddress } from "./rules.ts";

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
      { description: "A number or a decimal text of at most 17 digits." },
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
      { minProperties: 1, description: "At least one of the three; SALUTES need a user_id." },
    ),
    reference: Type.Optional(Text(128, { description: "Your own reference, such as an order number." })),
    metadata: Type.Optional(MetadataInput),
    expires_in: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 365 * DAY_SECONDS,
        description: "Seconds until it expires if not claimed; 30 days by default.",
      }),
    ),
  },
  { title: "DonationClaimRequest" },
);

export const DEFAULT_EXPIRY_SECONDS = 30 * DAY_SECONDS;

const State = OneOf(CLAIM_STATES);

export const Claim = Type.Object(
  {
    status: Described(State, "The status."),
    claim_status: Described(State, "Status of the claim."),
    claim_id: Type.Integer({ description: "Identifies the claim in events and to the operators." }),
    claim_code: Type.String({ description: "Anyone who has it can claim." }),
    claim_url: Type.String({ description: "The recipient's page." }),
    campaign: Type.String({ description: "Purpose of the claim." }),
    claim_campaign_id: Type.Integer({ description: "The same for all your claims of this campaign." }),
    amount: Type.String({ description: "As a decimal." }),
    currency: Type.String({ description: "SALUTES, or the currency that the operators pay." }),
    recipient: Type.Object(
      {
        user_id: Nullable(Type.String(), {
          description: "The service's id of the user; null if there is none.",
        }),
        email: Nullable(Type.String(), { description: "E-mail address; null if none is set." }),
        name: Nullable(Type.String(), { description: "The name; null if none is given." }),
      },
      { description: "Recipient of the claim." },
    ),
    reference: Nullable(Type.String(), {
      description: "Your own reference of the claim; null if none was given.",
    }),
    metadata: Metadata,
    email_sent: Type.Boolean({ description: "Whether the mail was sent." }),
    email_status: Nullable(OneOf(EMAIL_STATUSES), {
      description:
        "Null if no address was given; not_configured if the service sends no mail; dropped if the claim was claimed or ended first.",
    }),
    partner_key_id: Type.String({ description: "The key that issued it." }),
    wallet_address: Nullable(Type.String(), { description: "The address given by the recipient." }),
    settlement_signature: Nullable(Type.String(), { description: "The transaction that paid it." }),
    ledger_entry_id: Nullable(Type.Integer(), { description: "The entry that credited it." }),
    cancel_reason: Nullable(Type.String(), {
      description: "Why the claim was cancelled; null if it was not.",
    }),
    expires_at: Timestamp({ description: "Time of expiry." }),
    created_at: Timestamp({ description: "Time of creation." }),
    claimed_at: Nullable(Timestamp(), { description: "Time at which the recipient claimed; null before." }),
    resolved_at: Nullable(Timestamp(), { description: "When it was redeemed, expired or cancelled." }),
  },
  { title: "DonationClaim", examples: [ISSUED_EXAMPLE] },
);

export const ClaimPath = Type.Object({
  claim_code: Type.String({
    description: "In any case, with or without hyphens; O reads as 0, I and L as 1.",
  }),
});

export const ClaimsQuery = Type.Object({
  status: Type.Optional(State),
  campaign: Type.Optional(Text(CAMPAIGN_LENGTH, { description: "Exactly this." })),
  reference: Type.Optional(Text(128, { description: "Exactly this." })),
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
