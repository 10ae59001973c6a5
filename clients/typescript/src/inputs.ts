// Written by `bun run clients` from the OpenAPI document; change the generator, not this file.
import type {
  IssueDonationClaimInputRecipient,
  LedgerBatchItem,
  LinkWalletInputProof,
  ReplayWebhookEventsInputFilter,
} from "./models.ts";

/** Input of `Read your requests and their latency`. */
export interface GetUsageInput {
  /** Length of the window in hours. */
  hours?: number;
}

/** Input of `List your webhooks`. */
export interface ListWebhooksInput {
  /** Only webhooks whose event_types hold one of these names. */
  event_type?: ("salutes.credit" | "salutes.debit" | "salutes.converted" | "salutes.conversion_settled" | "salutes.conversion_failed" | "donation.claim" | "donation.claimed" | "donation.claim_redeemed" | "donation.claim_expired" | "donation.claim_cancelled" | "users.created" | "users.updated" | "users.deleted" | "wallets.linked" | "wallets.updated" | "wallets.unlinked" | "webhook.test" | "webhook.delivery_failed" | "api.deprecation" | "salutes.*" | "donation.*" | "users.*" | "wallets.*" | "webhook.*" | "api.*" | "*")[];
  /** Only webhooks that are on (true) or off (false). */
  is_active?: boolean;
  /**
   * Only rows whose metadata has this note. At most 2 notes, each given like metadata.order=1001.
   */
  metadata?: Record<string, string>;
  /** Largest number of rows on a page. */
  limit?: number;
  /** Rows to skip; not with cursor. */
  offset?: number;
  /** Continues after a page; not with offset. Next_cursor of the previous page, unchanged. */
  cursor?: string;
}

/** Input of `Create a webhook`. */
export interface CreateWebhookInput {
  /**
   * An absolute https address without user name and password. If this installation allows it, also
   * http and addresses outside the public internet.
   */
  target_url: string;
  /** A type of the catalogue (see Webhooks), prefix.* for all types of a prefix, or * for all. */
  event_type?: "salutes.credit" | "salutes.debit" | "salutes.converted" | "salutes.conversion_settled" | "salutes.conversion_failed" | "donation.claim" | "donation.claimed" | "donation.claim_redeemed" | "donation.claim_expired" | "donation.claim_cancelled" | "users.created" | "users.updated" | "users.deleted" | "wallets.linked" | "wallets.updated" | "wallets.unlinked" | "webhook.test" | "webhook.delivery_failed" | "api.deprecation" | "salutes.*" | "donation.*" | "users.*" | "wallets.*" | "webhook.*" | "api.*" | "*";
  /** 1 to 50 names, each a type of the catalogue, prefix.* or *; event_type gives only one. */
  event_types?: ("salutes.credit" | "salutes.debit" | "salutes.converted" | "salutes.conversion_settled" | "salutes.conversion_failed" | "donation.claim" | "donation.claimed" | "donation.claim_redeemed" | "donation.claim_expired" | "donation.claim_cancelled" | "users.created" | "users.updated" | "users.deleted" | "wallets.linked" | "wallets.updated" | "wallets.unlinked" | "webhook.test" | "webhook.delivery_failed" | "api.deprecation" | "salutes.*" | "donation.*" | "users.*" | "wallets.*" | "webhook.*" | "api.*" | "*")[];
  /** Your own note about this webhook; null removes it. */
  description?: string | null;
  /**
   * Your own headers of each delivery, such as an access token; none that salute sets or that
   * belongs to the connection. Values are stored encrypted and never shown again. A change replaces
   * all of them; a value of *** keeps the stored one, unless scheme, host or port of the target
   * change. An object of at most 10 headers.
   */
  headers?: Record<string, string> | null;
  /**
   * Your own notes: at most 16 members with names of a-z, 0-9 and _ (first a letter, at most 40)
   * and texts of at most 200 characters. It replaces the former object as a whole.
   */
  metadata?: Record<string, string> | null;
  /** Largest number of attempts that may start in any one second; null for no limit. */
  max_per_second?: number | null;
  /** whsec_ and 24 to 64 bytes as padded standard base64; generated unless given. */
  secret?: string;
}

/** Input of `Change a webhook, or switch it on or off`. */
export interface UpdateWebhookInput {
  /** Id of the webhook, as lists show it. */
  webhook_id: string | number;
  /** A type of the catalogue (see Webhooks), prefix.* for all types of a prefix, or * for all. */
  event_type?: "salutes.credit" | "salutes.debit" | "salutes.converted" | "salutes.conversion_settled" | "salutes.conversion_failed" | "donation.claim" | "donation.claimed" | "donation.claim_redeemed" | "donation.claim_expired" | "donation.claim_cancelled" | "users.created" | "users.updated" | "users.deleted" | "wallets.linked" | "wallets.updated" | "wallets.unlinked" | "webhook.test" | "webhook.delivery_failed" | "api.deprecation" | "salutes.*" | "donation.*" | "users.*" | "wallets.*" | "webhook.*" | "api.*" | "*";
  /** 1 to 50 names, each a type of the catalogue, prefix.* or *; event_type gives only one. */
  event_types?: ("salutes.credit" | "salutes.debit" | "salutes.converted" | "salutes.conversion_settled" | "salutes.conversion_failed" | "donation.claim" | "donation.claimed" | "donation.claim_redeemed" | "donation.claim_expired" | "donation.claim_cancelled" | "users.created" | "users.updated" | "users.deleted" | "wallets.linked" | "wallets.updated" | "wallets.unlinked" | "webhook.test" | "webhook.delivery_failed" | "api.deprecation" | "salutes.*" | "donation.*" | "users.*" | "wallets.*" | "webhook.*" | "api.*" | "*")[];
  /**
   * An absolute https address without user name and password. If this installation allows it, also
   * http and addresses outside the public internet.
   */
  target_url?: string;
  /** Your own note about this webhook; null removes it. */
  description?: string | null;
  /**
   * Your own headers of each delivery, such as an access token; none that salute sets or that
   * belongs to the connection. Values are stored encrypted and never shown again. A change replaces
   * all of them; a value of *** keeps the stored one, unless scheme, host or port of the target
   * change. An object of at most 10 headers.
   */
  headers?: Record<string, string> | null;
  /**
   * Your own notes: at most 16 members with names of a-z, 0-9 and _ (first a letter, at most 40)
   * and texts of at most 200 characters. It replaces the former object as a whole.
   */
  metadata?: Record<string, string> | null;
  /** Largest number of attempts that may start in any one second; null for no limit. */
  max_per_second?: number | null;
  /** Whether deliveries are sent. false: they are held, and sent once it is true again. */
  is_active?: boolean | 1 | 0;
  /**
   * Why you switch it off, in your own words, which the service's operators read too; only for a
   * webhook that is off or is switched off by this request. Switching it on removes it, and so does
   * null.
   */
  reason?: string | null;
}

/** Input of `Delete a webhook`. */
export interface DeleteWebhookInput {
  /** Id of the webhook, as lists show it. */
  webhook_id: string | number;
}

/** Input of `Rotate a webhook's secret`. */
export interface RotateWebhookSecretInput {
  /** Id of the webhook, as lists show it. */
  webhook_id: string | number;
  /** whsec_ and 24 to 64 bytes as padded standard base64; generated unless given. */
  secret?: string;
}

/** Input of `Send a test to a webhook`. */
export interface TestWebhookInput {
  /** Id of the webhook, as lists show it. */
  webhook_id: string | number;
}

/** Input of `Check a computed signature`. */
export interface VerifyWebhookSignatureInput {
  /** The X-Webhook-Signature header of the delivery. */
  signature: string;
  /** The X-Webhook-Timestamp header of the delivery: Unix seconds. */
  timestamp: number | string;
  /** The raw body as text, before any parsing. */
  payload: string;
  /** The secret to test; it is not echoed. */
  secret: string;
}

/** Input of `List delivery records`. */
export interface ListWebhookEventsInput {
  /** Only records in this state. */
  status?: "pending" | "delivering" | "delivered" | "failed" | "dead_letter" | "held" | "cancelled";
  /** Only records with this cause of the last failure, or of a replay. */
  reason_tag?: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other";
  /** Only records made at or after this time. */
  from?: string;
  /** Only records made before this time. */
  to?: string;
  /** Only records of this webhook. */
  webhook_id?: string | number;
  /**
   * A delivery record's id (42 or "42"), or an event's id, evt_… as receivers get it, for all
   * records of that event, one per webhook.
   */
  event_id?: string | number;
  /** Only records of events of these types; may be repeated. */
  event_type?: ("salutes.credit" | "salutes.debit" | "salutes.converted" | "salutes.conversion_settled" | "salutes.conversion_failed" | "donation.claim" | "donation.claimed" | "donation.claim_redeemed" | "donation.claim_expired" | "donation.claim_cancelled" | "users.created" | "users.updated" | "users.deleted" | "wallets.linked" | "wallets.updated" | "wallets.unlinked" | "webhook.test" | "webhook.delivery_failed" | "api.deprecation")[];
  /** Largest number of rows on a page. */
  limit?: number;
  /** Rows to skip; not with cursor. */
  offset?: number;
  /** Continues after a page; not with offset. Next_cursor of the previous page, unchanged. */
  cursor?: string;
}

/** Input of `List the attempts at one record`. */
export interface ListWebhookAttemptsInput {
  /**
   * A delivery record's id (42 or "42"), or an event's id, evt_… as receivers get it, for all
   * records of that event, one per webhook.
   */
  event_id: string | number;
  /**
   * Selects the record of one webhook if event_id names an event (evt_…); without it, the event's
   * oldest record.
   */
  webhook_id?: string | number;
  /** Largest number of rows on a page. */
  limit?: number;
  /** Rows to skip; not with cursor. */
  offset?: number;
  /** Continues after a page; not with offset. Next_cursor of the previous page, unchanged. */
  cursor?: string;
}

/** Input of `Read one record and the request that was sent`. */
export interface GetWebhookEventInput {
  /**
   * A delivery record's id (42 or "42"), or an event's id, evt_… as receivers get it, for all
   * records of that event, one per webhook.
   */
  event_id: string | number;
  /**
   * Selects the record of one webhook if event_id names an event (evt_…); without it, the event's
   * oldest record.
   */
  webhook_id?: string | number;
}

/** Input of `Send records again`. */
export interface ReplayWebhookEventsInput {
  /**
   * Ids of records, as webhook-events lists them, or of events (evt_…) for all their records.
   * Either these or a filter.
   */
  event_ids?: (string | number)[];
  /**
   * Selects records in place of event_ids, the oldest first, 100 per request; all conditions must
   * hold. Repeat the request with after = next_after while has_more is true.
   */
  filter?: ReplayWebhookEventsInputFilter;
  /**
   * Cause of a failure, or of a replay. http_error: an answer other than 2xx. timeout, dns_error,
   * connection_error, tls_error: no answer. blocked_target: the address is not allowed. gone: the
   * receiver answered 410. expired: waited too long. receiver_fix, operator_replay: sent again on
   * request. other: anything else.
   */
  reason_tag?: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other";
  /** A note of yours, kept in the audit trail. */
  note?: string | null;
}

/** Input of `Sum up the dead letters`. */
export interface ListDeadLettersInput {
  /** Counts records that are dead now and died within this many hours. */
  hours?: number;
}

/** Input of `List your events`. */
export interface ListEventsInput {
  /** Only events with a higher sequence; from the oldest without. */
  after?: number;
  /**
   * Only events of these types, comma-separated; prefix.* stands for all types of a prefix. Names
   * of event types, prefix.* or *, separated by commas.
   */
  types?: string;
  /** Largest number of events on a page. */
  limit?: number;
  /**
   * next_cursor of the page before, in place of after. Next_cursor of the previous page, unchanged.
   */
  cursor?: string;
}

/** Input of `Send a webhook what it missed`. */
export interface RecoverWebhookInput {
  /** Id of the webhook, as lists show it. */
  webhook_id: string | number;
  /** Only events of this time and later; events are kept for 30 days. */
  since: string;
  /** Only events before this time; now unless given. */
  until?: string;
}

/** Input of `List your users, or search them`. */
export interface ListUsersInput {
  /** Only users with this status: active or suspended. */
  status?: "active" | "suspended";
  /**
   * Part of username, display_name, external_id, e-mail (any case) or of a wallet address (exact
   * case); one or two characters match only the beginning.
   */
  q?: string;
  /**
   * Only rows whose metadata has this note. At most 2 notes, each given like metadata.order=1001.
   */
  metadata?: Record<string, string>;
  /** Adds each user's wallets. */
  include_wallets?: boolean;
  /** Largest number of rows on a page. */
  limit?: number;
  /** Rows to skip; not with cursor. */
  offset?: number;
  /** Continues after a page; not with offset. Next_cursor of the previous page, unchanged. */
  cursor?: string;
}

/** Input of `Create a user`. */
export interface CreateUserInput {
  external_id: string;
  username?: string | null;
  display_name?: string | null;
  email?: string | null;
  status?: "active" | "suspended";
  /**
   * Your own notes: at most 16 members with names of a-z, 0-9 and _ (first a letter, at most 40)
   * and texts of at most 200 characters. It replaces the former object as a whole.
   */
  metadata?: Record<string, string> | null;
}

/** Input of `Find users by text, e-mail, username or wallet`. */
export interface LookUpUsersInput {
  /**
   * Part of username, display_name, external_id, e-mail (any case) or of a wallet address (exact
   * case); one or two characters match only the beginning.
   */
  q?: string;
  /** Only the user with exactly this e-mail address, in any case. */
  email?: string;
  /** Only users with exactly this username. */
  username?: string;
  /** Only users with this status: active or suspended. */
  status?: "active" | "suspended";
  /** Only the user to whom exactly this wallet is linked. */
  wallet?: string;
  /**
   * Only rows whose metadata has this note. At most 2 notes, each given like metadata.order=1001.
   */
  metadata?: Record<string, string>;
  /** Adds each user's wallets. */
  include_wallets?: boolean;
  /** Largest number of rows on a page. */
  limit?: number;
  /** Rows to skip; not with cursor. */
  offset?: number;
  /** Continues after a page; not with offset. Next_cursor of the previous page, unchanged. */
  cursor?: string;
}

/** Input of `Read a user`. */
export interface GetUserInput {
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id: string | number;
  /** The user's expected external_id; 404 if it differs. */
  external_id?: string;
  /** Adds each user's wallets. */
  include_wallets?: boolean;
}

/** Input of `Change a user's fields`. */
export interface UpdateUserInput {
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id: string | number;
  username?: string | null;
  display_name?: string | null;
  email?: string | null;
  status?: "active" | "suspended";
  /**
   * Your own notes: at most 16 members with names of a-z, 0-9 and _ (first a letter, at most 40)
   * and texts of at most 200 characters. It replaces the former object as a whole.
   */
  metadata?: Record<string, string> | null;
}

/** Input of `Delete a user`. */
export interface DeleteUserInput {
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id: string | number;
}

/** Input of `Link a wallet to a user, or change its link`. */
export interface LinkWalletInput {
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id: string | number;
  blockchain: "solana";
  wallet_address: string;
  label?: string | null;
  is_primary?: boolean | 1 | 0;
  is_hidden?: boolean | 1 | 0;
  /** Proves that the user holds the wallet's key: a signature over a challenge's text. */
  proof?: LinkWalletInputProof;
}

/** Input of `List a user's wallets`. */
export interface ListWalletsInput {
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id: string | number;
  /** Largest number of rows on a page. */
  limit?: number;
  /** Rows to skip; not with cursor. */
  offset?: number;
  /** Continues after a page; not with offset. Next_cursor of the previous page, unchanged. */
  cursor?: string;
}

/** Input of `Unlink a wallet from a user`. */
export interface UnlinkWalletInput {
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id: string | number;
  /** Address of the wallet on Solana, in base58. */
  wallet_address: string;
}

/** Input of `Get a text for the user's wallet to sign`. */
export interface IssueWalletChallengeInput {
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id: string | number;
  wallet_address: string;
  /**
   * Host of the page that asks for the signature: one of the key's domains, or the service's own
   * (default).
   */
  domain?: string;
}

/** Input of `Read a wallet's user and the age of its proof`. */
export interface GetWalletVerificationInput {
  /** Address of the wallet on Solana, in base58. */
  wallet_address: string;
}

/** Input of `Read a wallet's on-chain holdings`. */
export interface GetWalletInfoInput {
  /** Address of the wallet on Solana, in base58. */
  wallet_address: string;
}

/** Input of `Read a user's balance`. */
export interface GetSalutesBalanceInput {
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id: string | number;
}

/** Input of `Credit salutes to a user`. */
export interface CreditSalutesInput {
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id: string | number;
  /** A positive number with at most 2 decimals and 17 digits, at most 1000000000000. */
  amount: number;
  /**
   * Your purpose of the entry, such as quest or shop; lists can be filtered by it. 1 to 64
   * characters of A-Z a-z 0-9 . _ : -.
   */
  reason: string;
  /**
   * Your origin of the entry, such as a campaign; lists can be filtered by it. api by default. 1 to
   * 64 characters of A-Z a-z 0-9 . _ : -.
   */
  source?: string;
  /**
   * Your own notes: at most 16 members with names of a-z, 0-9 and _ (first a letter, at most 40)
   * and texts of at most 200 characters. It replaces the former object as a whole.
   */
  metadata?: Record<string, string> | null;
}

/** Input of `Debit salutes from a user`. */
export interface DebitSalutesInput {
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id: string | number;
  /** A positive number with at most 2 decimals and 17 digits, at most 1000000000000. */
  amount: number;
  /**
   * Your purpose of the entry, such as quest or shop; lists can be filtered by it. 1 to 64
   * characters of A-Z a-z 0-9 . _ : -.
   */
  reason: string;
  /**
   * Your origin of the entry, such as a campaign; lists can be filtered by it. api by default. 1 to
   * 64 characters of A-Z a-z 0-9 . _ : -.
   */
  source?: string;
  /**
   * Your own notes: at most 16 members with names of a-z, 0-9 and _ (first a letter, at most 40)
   * and texts of at most 200 characters. It replaces the former object as a whole.
   */
  metadata?: Record<string, string> | null;
}

/** Input of `Credit and debit many users at once`. */
export interface BatchSalutesInput {
  /** The credits and debits, carried out in this order. */
  items: LedgerBatchItem[];
  /**
   * atomic, the default: one refused item refuses all. each: every item succeeds or fails by
   * itself.
   */
  mode?: "atomic" | "each";
}

/** Input of `Read the ledger of a user, or of all your users`. */
export interface ListLedgerInput {
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id?: string | number;
  /** Only entries with exactly this reason. 1 to 64 characters of A-Z a-z 0-9 . _ : -. */
  reason?: string;
  /** Only entries with exactly this source. 1 to 64 characters of A-Z a-z 0-9 . _ : -. */
  source?: string;
  /** Only the entry that the request, or the batch item, with this Idempotency-Key made. */
  idempotency_key?: string;
  /**
   * Only rows whose metadata has this note. At most 2 notes, each given like metadata.order=1001.
   */
  metadata?: Record<string, string>;
  /** Entries created at or after this time. */
  from?: string;
  /** Entries created before this time. */
  to?: string;
  /** Order of the entries by id: desc, the newest first, or asc, the oldest first. */
  order?: "desc" | "asc";
  /** Largest number of rows on a page. */
  limit?: number;
  /** Rows to skip; not with cursor. */
  offset?: number;
  /** Continues after a page; not with offset. Next_cursor of the previous page, unchanged. */
  cursor?: string;
}

/** Input of `Stream the ledger as CSV`. */
export interface ExportLedgerInput {
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id?: string | number;
  /** Only entries with exactly this reason. 1 to 64 characters of A-Z a-z 0-9 . _ : -. */
  reason?: string;
  /** Only entries with exactly this source. 1 to 64 characters of A-Z a-z 0-9 . _ : -. */
  source?: string;
  /** Only the entry that the request, or the batch item, with this Idempotency-Key made. */
  idempotency_key?: string;
  /**
   * Only rows whose metadata has this note. At most 2 notes, each given like metadata.order=1001.
   */
  metadata?: Record<string, string>;
  /** Entries created at or after this time. */
  from?: string;
  /** Entries created before this time. */
  to?: string;
  /** Order of the entries by id: desc, the newest first, or asc, the oldest first. */
  order?: "desc" | "asc";
}

/** Input of `Prove that a user's balance is counted in the published liabilities`. */
export interface GetUserInclusionInput {
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id: string | number;
}

/** Input of `Convert a user's salutes into tokens for a verified wallet`. */
export interface ConvertSalutesInput {
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id: string | number;
  /**
   * Salutes to convert, within the policy's limits. A positive number with at most 2 decimals and
   * 17 digits, at most 1000000000000.
   */
  amount: number;
  /** A verified wallet of the user; the primary one unless given. */
  wallet_address?: string;
}

/** Input of `Issue a donation claim`. */
export interface IssueDonationClaimInput {
  /**
   * The purpose of the gift; the recipient reads it. Text of 1 to 80 characters, without control
   * and invisible characters, encoded words and addresses of web pages.
   */
  campaign: string;
  /**
   * The amount of the gift in its currency: a number, or a decimal text of at most 17 digits.
   * SALUTES have at most 2 decimals, other currencies 9.
   */
  amount: number | string;
  /**
   * SALUTES are credited to the user when the recipient claims. Other currencies are paid by the
   * operators to the address that the recipient gives: SOL, the project's token (TOKEN unless the
   * operators name it), and others that they have configured, such as USDC. 2 to 10 of A-Z and 0-9.
   */
  currency: string;
  /** The recipient of the gift: at least one of the three members; SALUTES need a user_id. */
  recipient: IssueDonationClaimInputRecipient;
  /** The language of the mail to the recipient; English by default. */
  language?: "en" | "de" | "es" | "pt" | "ru";
  /** Your own reference, such as an order number. */
  reference?: string;
  /**
   * Your own notes: at most 16 members with names of a-z, 0-9 and _ (first a letter, at most 40)
   * and texts of at most 200 characters. It replaces the former object as a whole.
   */
  metadata?: Record<string, string> | null;
  /** Seconds from now until it expires if nobody claims it; 30 days by default. */
  expires_in?: number;
}

/** Input of `List your donation claims, newest first`. */
export interface ListDonationClaimsInput {
  /** Only claims in this state. */
  status?: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Only claims with exactly this campaign text. */
  campaign?: string;
  /** Only claims with exactly this reference. */
  reference?: string;
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id?: string | number;
  /**
   * Only rows whose metadata has this note. At most 2 notes, each given like metadata.order=1001.
   */
  metadata?: Record<string, string>;
  /** Largest number of rows on a page. */
  limit?: number;
  /** Rows to skip; not with cursor. */
  offset?: number;
  /** Continues after a page; not with offset. Next_cursor of the previous page, unchanged. */
  cursor?: string;
}

/** Input of `Read a donation claim`. */
export interface GetDonationClaimInput {
  /** The claim's code, in any case, with or without hyphens; O reads as 0, I and L as 1. */
  claim_code: string;
}

/** Input of `Cancel a donation claim that nobody has claimed`. */
export interface CancelDonationClaimInput {
  /** The claim's code, in any case, with or without hyphens; O reads as 0, I and L as 1. */
  claim_code: string;
}

/** Input of `Read the promotion report`. */
export interface GetPromotionReportInput {
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id?: string | number;
  /** Number of the newest sandbox entries shown. */
  limit?: number;
}

/** Input of `Move the sandbox clock forward`. */
export interface AdvanceSandboxClockInput {
  /** Seconds by which the clock moves forward; at most 366 days. */
  seconds: number;
}

/** Input of `Reset a sandbox to an initial state`. */
export interface ResetSandboxInput {
  /** The state to which the sandbox is reset; standard-v1 by default. */
  state?: "standard-v1" | "empty" | "ten-thousand";
  /**
   * The named sandbox to reset; by default the one that X-Sandbox asks for. 1 to 40 characters of
   * a-z 0-9 -.
   */
  sandbox?: string;
}

/** Input of `Get the signed delivery of a scenario`. */
export interface RunWebhookScenarioInput {
  scenario_id: "claim_created" | "claim_redeemed" | "delivery_failed" | "salutes_credit" | "users_updated";
  /** The secret that signs the delivery; it is not echoed. */
  secret?: string;
  /** The X-Partner-Key header; the calling key's id by default. */
  key_id?: string;
  /**
   * now signs with the current time, so that a receiver that checks the time accepts it; a number
   * is Unix seconds. By default a fixed sandbox time: the same bytes every time.
   */
  timestamp?: "now" | number;
}

/** Input of `Make a sample event`. */
export interface TriggerSandboxEventInput {
  /** Type of the event to make, as the catalogue names it. */
  event_type: "salutes.credit" | "salutes.debit" | "salutes.converted" | "salutes.conversion_settled" | "salutes.conversion_failed" | "donation.claim" | "donation.claimed" | "donation.claim_redeemed" | "donation.claim_expired" | "donation.claim_cancelled" | "users.created" | "users.updated" | "users.deleted" | "wallets.linked" | "wallets.updated" | "wallets.unlinked" | "webhook.test" | "webhook.delivery_failed" | "api.deprecation";
}

/** Input of `Create a link to your own pages`. */
export interface CreatePortalLinkInput {
  /** read: the pages show everything and change nothing. manage: they have their forms too. */
  access: "read" | "manage";
  /** Seconds for which the link can be opened; 300 by default. */
  expires_in?: number;
  /**
   * Origin of the site whose page shows the portal in a frame: one that the operators allow.
   * Without it, the pages refuse to be framed.
   */
  embed_origin?: string | null;
}
