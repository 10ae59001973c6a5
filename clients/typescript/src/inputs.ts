// Written by `bun run clients` from the OpenAPI document; change the generator, not this file.
import type {
  IssueDonationClaimInputRecipient,
  LedgerBatchItem,
  LinkWalletInputProof,
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
  is_active?: boolean;
  /** Only what has these notes. At most 2 notes, each given like metadata.order=1001. */
  metadata?: Record<string, string>;
  /** Rows per page. */
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
  /** Your own note about this webhook. */
  description?: string | null;
  /**
   * Your own headers of each delivery, such as an access token; none that salute sets or that
   * belongs to the connection. Values are stored encrypted and never shown again. A change replaces
   * all of them. An object of at most 10 headers.
   */
  headers?: Record<string, string> | null;
  /**
   * Your own notes: at most 16 members with names of a-z, 0-9 and _ (first a letter, at most 40)
   * and texts of at most 200 characters. It replaces the former object as a whole.
   */
  metadata?: Record<string, string> | null;
  /** Attempts that may start in any one second; null: no limit. */
  max_per_second?: number | null;
  /** whsec_ and 24 to 64 bytes as padded standard base64; generated unless given. */
  secret?: string;
}

/** Input of `Change a webhook, or switch it on or off`. */
export interface UpdateWebhookInput {
  /** The webhook's id. */
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
  /** Your own note about this webhook. */
  description?: string | null;
  /**
   * Your own headers of each delivery, such as an access token; none that salute sets or that
   * belongs to the connection. Values are stored encrypted and never shown again. A change replaces
   * all of them. An object of at most 10 headers.
   */
  headers?: Record<string, string> | null;
  /**
   * Your own notes: at most 16 members with names of a-z, 0-9 and _ (first a letter, at most 40)
   * and texts of at most 200 characters. It replaces the former object as a whole.
   */
  metadata?: Record<string, string> | null;
  /** Attempts that may start in any one second; null: no limit. */
  max_per_second?: number | null;
  /** Off: deliveries are held, and sent once it is on again. */
  is_active?: boolean | 1 | 0;
}

/** Input of `Delete a webhook`. */
export interface DeleteWebhookInput {
  /** The webhook's id. */
  webhook_id: string | number;
}

/** Input of `Rotate a webhook's secret`. */
export interface RotateWebhookSecretInput {
  /** The webhook's id. */
  webhook_id: string | number;
  /** whsec_ and 24 to 64 bytes as padded standard base64; generated unless given. */
  secret?: string;
}

/** Input of `Send a test to a webhook`. */
export interface TestWebhookInput {
  /** The webhook's id. */
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
  status?: "pending" | "delivering" | "delivered" | "failed" | "dead_letter" | "held" | "cancelled";
  /** Reason of the replay, kept with the record. */
  reason_tag?: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other";
  /** Created at or after. */
  from?: string;
  /** Created before. */
  to?: string;
  webhook_id?: string | number;
  /**
   * A record's id (42 or "42"), or evt_… as receivers get it: the records of that event, one per
   * webhook.
   */
  event_id?: string | number;
  /** Rows per page. */
  limit?: number;
  /** Rows to skip; not with cursor. */
  offset?: number;
  /** Continues after a page; not with offset. Next_cursor of the previous page, unchanged. */
  cursor?: string;
}

/** Input of `List the attempts at one record`. */
export interface ListWebhookAttemptsInput {
  /**
   * A record's id (42 or "42"), or evt_… as receivers get it: the records of that event, one per
   * webhook.
   */
  event_id: string | number;
  /** Chooses one of an event's records; its oldest record without. */
  webhook_id?: string | number;
  /** Rows per page. */
  limit?: number;
  /** Rows to skip; not with cursor. */
  offset?: number;
  /** Continues after a page; not with offset. Next_cursor of the previous page, unchanged. */
  cursor?: string;
}

/** Input of `Read one record and the request that was sent`. */
export interface GetWebhookEventInput {
  /**
   * A record's id (42 or "42"), or evt_… as receivers get it: the records of that event, one per
   * webhook.
   */
  event_id: string | number;
  /** Chooses one of an event's records; its oldest record without. */
  webhook_id?: string | number;
}

/** Input of `Send records again`. */
export interface ReplayWebhookEventsInput {
  /** Ids of records, as webhook-events lists them, or of events (evt_…) for all their records. */
  event_ids: (string | number)[];
  /** Reason of the replay, kept with the record. */
  reason_tag?: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other";
  /** Kept in the audit trail. */
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
  /** Only events of these types. Names of event types, prefix.* or *, separated by commas. */
  types?: string;
  /** Events per page. */
  limit?: number;
}

/** Input of `Send a webhook what it missed`. */
export interface RecoverWebhookInput {
  /** The webhook's id. */
  webhook_id: string | number;
  /** Events of this time and later; older ones than 30 days are not kept. */
  since: string;
  /** Events before this time; now unless given. */
  until?: string;
}

/** Input of `List your users, or search them`. */
export interface ListUsersInput {
  status?: "active" | "suspended";
  /**
   * Part of username, display_name, external_id, e-mail (any case) or of a wallet address (exact
   * case); one or two characters match only the beginning.
   */
  q?: string;
  /** Only what has these notes. At most 2 notes, each given like metadata.order=1001. */
  metadata?: Record<string, string>;
  /** Adds each user's wallets. */
  include_wallets?: boolean;
  /** Rows per page. */
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
  /** The whole address, in any case. */
  email?: string;
  /** Exactly this. */
  username?: string;
  status?: "active" | "suspended";
  /** Exactly this. */
  wallet?: string;
  /** Only what has these notes. At most 2 notes, each given like metadata.order=1001. */
  metadata?: Record<string, string>;
  /** Adds each user's wallets. */
  include_wallets?: boolean;
  /** Rows per page. */
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
  /** Rows per page. */
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
  wallet_address: string;
}

/** Input of `Read a wallet's on-chain holdings`. */
export interface GetWalletInfoInput {
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
  /** Reason of the entry. 1 to 64 characters of A-Z a-z 0-9 . _ : -. */
  reason: string;
  /** Source of the entry; api by default. 1 to 64 characters of A-Z a-z 0-9 . _ : -. */
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
  /** Reason of the entry. 1 to 64 characters of A-Z a-z 0-9 . _ : -. */
  reason: string;
  /** Source of the entry; api by default. 1 to 64 characters of A-Z a-z 0-9 . _ : -. */
  source?: string;
  /**
   * Your own notes: at most 16 members with names of a-z, 0-9 and _ (first a letter, at most 40)
   * and texts of at most 200 characters. It replaces the former object as a whole.
   */
  metadata?: Record<string, string> | null;
}

/** Input of `Credit and debit many users at once`. */
export interface BatchSalutesInput {
  /** Carried out in this order. */
  items: LedgerBatchItem[];
  /** atomic, the default: one refused item refuses all. each: every item by itself. */
  mode?: "atomic" | "each";
}

/** Input of `Read the ledger of a user, or of all your users`. */
export interface ListLedgerInput {
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id?: string | number;
  /** 1 to 64 characters of A-Z a-z 0-9 . _ : -. */
  reason?: string;
  /** 1 to 64 characters of A-Z a-z 0-9 . _ : -. */
  source?: string;
  idempotency_key?: string;
  /** Only what has these notes. At most 2 notes, each given like metadata.order=1001. */
  metadata?: Record<string, string>;
  /** Entries created at or after this time. */
  from?: string;
  /** Entries created before this time. */
  to?: string;
  /** By id. */
  order?: "desc" | "asc";
  /** Rows per page. */
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
  /** 1 to 64 characters of A-Z a-z 0-9 . _ : -. */
  reason?: string;
  /** 1 to 64 characters of A-Z a-z 0-9 . _ : -. */
  source?: string;
  idempotency_key?: string;
  /** Only what has these notes. At most 2 notes, each given like metadata.order=1001. */
  metadata?: Record<string, string>;
  /** Entries created at or after this time. */
  from?: string;
  /** Entries created before this time. */
  to?: string;
  /** By id. */
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
  /** A number or a decimal text of at most 17 digits. */
  amount: number | string;
  /**
   * SALUTES are credited to the user when the recipient claims. Other currencies are paid by the
   * operators to the address that the recipient gives: SOL, the project's token (TOKEN unless the
   * operators name it), and others that they have configured, such as USDC. 2 to 10 of A-Z and 0-9.
   */
  currency: string;
  /** At least one of the three; SALUTES need a user_id. */
  recipient: IssueDonationClaimInputRecipient;
  /** Your own reference, such as an order number. */
  reference?: string;
  /**
   * Your own notes: at most 16 members with names of a-z, 0-9 and _ (first a letter, at most 40)
   * and texts of at most 200 characters. It replaces the former object as a whole.
   */
  metadata?: Record<string, string> | null;
  /** Seconds until it expires if not claimed; 30 days by default. */
  expires_in?: number;
}

/** Input of `List your donation claims, newest first`. */
export interface ListDonationClaimsInput {
  status?: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Exactly this. */
  campaign?: string;
  /** Exactly this. */
  reference?: string;
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id?: string | number;
  /** Only what has these notes. At most 2 notes, each given like metadata.order=1001. */
  metadata?: Record<string, string>;
  /** Rows per page. */
  limit?: number;
  /** Rows to skip; not with cursor. */
  offset?: number;
  /** Continues after a page; not with offset. Next_cursor of the previous page, unchanged. */
  cursor?: string;
}

/** Input of `Read a donation claim`. */
export interface GetDonationClaimInput {
  /** In any case, with or without hyphens; O reads as 0, I and L as 1. */
  claim_code: string;
}

/** Input of `Cancel a donation claim that nobody has claimed`. */
export interface CancelDonationClaimInput {
  /** In any case, with or without hyphens; O reads as 0, I and L as 1. */
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
  /** At most 366 days. */
  seconds: number;
}

/** Input of `Reset a sandbox to an initial state`. */
export interface ResetSandboxInput {
  /** The state that it has afterwards; standard-v1 by default. */
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
  /** The secret to sign with; it is not echoed. */
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
  /** A type of the catalogue. */
  event_type: "salutes.credit" | "salutes.debit" | "salutes.converted" | "salutes.conversion_settled" | "salutes.conversion_failed" | "donation.claim" | "donation.claimed" | "donation.claim_redeemed" | "donation.claim_expired" | "donation.claim_cancelled" | "users.created" | "users.updated" | "users.deleted" | "wallets.linked" | "wallets.updated" | "wallets.unlinked" | "webhook.test" | "webhook.delivery_failed" | "api.deprecation";
}

/** Input of `Create a link to your own pages`. */
export interface CreatePortalLinkInput {
  /** read: the pages show everything and change nothing. manage: they have their forms too. */
  access: "read" | "manage";
  /** How long the link can be opened; 300 by default. */
  expires_in?: number;
  /**
   * Origin of the site whose page shows the portal in a frame: one that the operators allow.
   * Without it, the pages refuse to be framed.
   */
  embed_origin?: string | null;
}
