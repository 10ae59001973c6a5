// Written by `bun run clients` from the OpenAPI document; change the generator, not this file.
import type {
  IssueDonationClaimInputRecipient,
  LinkWalletInputProof,
} from "./models.ts";

/** What `Read your requests and their latency` takes. */
export interface GetUsageInput {
  /** Length of the window in hours. */
  hours?: number;
}

/** What `List your webhooks` takes. */
export interface ListWebhooksInput {
  event_type?: ("salutes.credit" | "salutes.debit" | "salutes.converted" | "salutes.conversion_settled" | "salutes.conversion_failed" | "donation.claim" | "donation.claimed" | "donation.claim_redeemed" | "donation.claim_expired" | "donation.claim_cancelled" | "users.created" | "users.updated" | "users.deleted" | "wallets.linked" | "wallets.updated" | "wallets.unlinked" | "webhook.test" | "webhook.delivery_failed" | "api.deprecation" | "*")[];
  is_active?: boolean;
  /** Rows per page. */
  limit?: number;
  /** Rows to skip; not with cursor. */
  offset?: number;
  /**
   * next_cursor of the previous page; not with offset. Next_cursor of the previous page, unchanged.
   */
  cursor?: string;
}

/** What `Create a webhook` takes. */
export interface CreateWebhookInput {
  /** A type of the catalogue (see Webhooks), or * for all. */
  event_type: "salutes.credit" | "salutes.debit" | "salutes.converted" | "salutes.conversion_settled" | "salutes.conversion_failed" | "donation.claim" | "donation.claimed" | "donation.claim_redeemed" | "donation.claim_expired" | "donation.claim_cancelled" | "users.created" | "users.updated" | "users.deleted" | "wallets.linked" | "wallets.updated" | "wallets.unlinked" | "webhook.test" | "webhook.delivery_failed" | "api.deprecation" | "*";
  /**
   * An absolute https address without user name and password. If this installation allows it, also
   * http and addresses outside the public internet.
   */
  target_url: string;
  /** whsec_ and 24 to 64 bytes as padded standard base64; generated unless given. */
  secret?: string;
}

/** What `Switch a webhook on or off` takes. */
export interface UpdateWebhookInput {
  /** The webhook's id. */
  webhook_id: string;
  /** Off: deliveries are held, and sent once it is on again. */
  is_active: boolean | 1 | 0;
}

/** What `Delete a webhook` takes. */
export interface DeleteWebhookInput {
  /** The webhook's id. */
  webhook_id: string;
}

/** What `Rotate a webhook's secret` takes. */
export interface RotateWebhookSecretInput {
  /** The webhook's id. */
  webhook_id: string;
  /** whsec_ and 24 to 64 bytes as padded standard base64; generated unless given. */
  secret?: string;
}

/** What `Send a test to a webhook` takes. */
export interface TestWebhookInput {
  /** The webhook's id. */
  webhook_id: string;
}

/** What `Check a computed signature` takes. */
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

/** What `List delivery records` takes. */
export interface ListWebhookEventsInput {
  status?: "pending" | "delivering" | "delivered" | "failed" | "dead_letter" | "held" | "cancelled";
  reason_tag?: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other";
  /** Created at or after. */
  from?: string;
  /** Made before. */
  to?: string;
  webhook_id?: number;
  /** Rows per page. */
  limit?: number;
  /** Rows to skip; not with cursor. */
  offset?: number;
  /**
   * next_cursor of the previous page; not with offset. Next_cursor of the previous page, unchanged.
   */
  cursor?: string;
}

/** What `List the attempts at one record` takes. */
export interface ListWebhookAttemptsInput {
  /** The record's id. */
  event_id: string;
  /** Rows per page. */
  limit?: number;
  /** Rows to skip; not with cursor. */
  offset?: number;
  /**
   * next_cursor of the previous page; not with offset. Next_cursor of the previous page, unchanged.
   */
  cursor?: string;
}

/** What `Send records again` takes. */
export interface ReplayWebhookEventsInput {
  /** Ids of records, as webhook-events lists them. */
  event_ids: number[];
  reason_tag?: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other";
  /** Kept in the audit trail. */
  note?: string | null;
}

/** What `Sum up the dead letters` takes. */
export interface ListDeadLettersInput {
  /** Counts records that are dead now and died within this many hours. */
  hours?: number;
}

/** What `List your users, or search them` takes. */
export interface ListUsersInput {
  status?: "active" | "suspended";
  /**
   * Part of username, display_name, external_id, e-mail (any case) or of a wallet address (exact
   * case); one or two characters match only the beginning.
   */
  q?: string;
  /** Adds each user's wallets. */
  include_wallets?: boolean;
  /** Rows per page. */
  limit?: number;
  /** Rows to skip; not with cursor. */
  offset?: number;
  /**
   * next_cursor of the previous page; not with offset. Next_cursor of the previous page, unchanged.
   */
  cursor?: string;
}

/** What `Create a user` takes. */
export interface CreateUserInput {
  external_id: string;
  username?: string | null;
  display_name?: string | null;
  email?: string | null;
  status?: "active" | "suspended";
}

/** What `Find users by text, e-mail, username or wallet` takes. */
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
  /** Exactly this. */
  wallet?: string;
  status?: "active" | "suspended";
  /** Adds each user's wallets. */
  include_wallets?: boolean;
  /** Rows per page. */
  limit?: number;
  /** Rows to skip; not with cursor. */
  offset?: number;
  /**
   * next_cursor of the previous page; not with offset. Next_cursor of the previous page, unchanged.
   */
  cursor?: string;
}

/** What `Read a user` takes. */
export interface GetUserInput {
  /**
   * The service's id (42 or "42"), or ext: and your external_id. A user's id such as 42, or ext:
   * and your external_id.
   */
  user_id: number | string;
  /** The user's expected external_id; 404 if it differs. */
  external_id?: string;
  /** Adds each user's wallets. */
  include_wallets?: boolean;
}

/** What `Change a user's fields` takes. */
export interface UpdateUserInput {
  /**
   * The service's id (42 or "42"), or ext: and your external_id. A user's id such as 42, or ext:
   * and your external_id.
   */
  user_id: number | string;
  username?: string | null;
  display_name?: string | null;
  email?: string | null;
  status?: "active" | "suspended";
}

/** What `Delete a user` takes. */
export interface DeleteUserInput {
  /**
   * The service's id (42 or "42"), or ext: and your external_id. A user's id such as 42, or ext:
   * and your external_id.
   */
  user_id: number | string;
}

/** What `Link a wallet to a user, or change its link` takes. */
export interface LinkWalletInput {
  /**
   * The service's id (42 or "42"), or ext: and your external_id. A user's id such as 42, or ext:
   * and your external_id.
   */
  user_id: number | string;
  blockchain: "solana";
  wallet_address: string;
  label?: string | null;
  is_primary?: boolean | 1 | 0;
  is_hidden?: boolean | 1 | 0;
  /** Proves that the user holds the wallet's key: a signature over a challenge's text. */
  proof?: LinkWalletInputProof;
}

/** What `Unlink a wallet from a user` takes. */
export interface UnlinkWalletInput {
  /**
   * The service's id (42 or "42"), or ext: and your external_id. A user's id such as 42, or ext:
   * and your external_id.
   */
  user_id: number | string;
  wallet_address: string;
}

/** What `Get a text for the user's wallet to sign` takes. */
export interface IssueWalletChallengeInput {
  /**
   * The service's id (42 or "42"), or ext: and your external_id. A user's id such as 42, or ext:
   * and your external_id.
   */
  user_id: number | string;
  wallet_address: string;
  /**
   * Host of the page that asks for the signature: one of the key's domains, or the service's own
   * (default).
   */
  domain?: string;
}

/** What `Read a wallet's user and the age of its proof` takes. */
export interface GetWalletVerificationInput {
  wallet_address: string;
}

/** What `Read a wallet's on-chain holdings` takes. */
export interface GetWalletInfoInput {
  wallet_address: string;
}

/** What `Read a user's balance` takes. */
export interface GetSalutesBalanceInput {
  /**
   * The service's id (42 or "42"), or ext: and your external_id. A user's id such as 42, or ext:
   * and your external_id.
   */
  user_id: number | string;
}

/** What `Credit salutes to a user` takes. */
export interface CreditSalutesInput {
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id: number | string;
  /** A positive number with at most 2 decimals, at most 1000000000000. */
  amount: number;
  /** The reason: 1 to 64 of A-Z a-z 0-9 . _ : - 1 to 64 characters of A-Z a-z 0-9 . _ : -. */
  reason: string;
  /**
   * The origin; api by default. 1 to 64 of A-Z a-z 0-9 . _ : - 1 to 64 characters of A-Z a-z 0-9 .
   * _ : -.
   */
  source?: string;
}

/** What `Debit salutes from a user` takes. */
export interface DebitSalutesInput {
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id: number | string;
  /** A positive number with at most 2 decimals, at most 1000000000000. */
  amount: number;
  /** The reason: 1 to 64 of A-Z a-z 0-9 . _ : - 1 to 64 characters of A-Z a-z 0-9 . _ : -. */
  reason: string;
  /**
   * The origin; api by default. 1 to 64 of A-Z a-z 0-9 . _ : - 1 to 64 characters of A-Z a-z 0-9 .
   * _ : -.
   */
  source?: string;
}

/** What `Read the ledger of a user, or of all your users` takes. */
export interface ListLedgerInput {
  /**
   * The service's id (42 or "42"), or ext: and your external_id. A user's id such as 42, or ext:
   * and your external_id.
   */
  user_id?: number | string;
  /** 1 to 64 characters of A-Z a-z 0-9 . _ : -. */
  reason?: string;
  /** 1 to 64 characters of A-Z a-z 0-9 . _ : -. */
  source?: string;
  idempotency_key?: string;
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
  /**
   * next_cursor of the previous page; not with offset. Next_cursor of the previous page, unchanged.
   */
  cursor?: string;
}

/** What `Stream the ledger as CSV` takes. */
export interface ExportLedgerInput {
  /**
   * The service's id (42 or "42"), or ext: and your external_id. A user's id such as 42, or ext:
   * and your external_id.
   */
  user_id?: number | string;
  /** 1 to 64 characters of A-Z a-z 0-9 . _ : -. */
  reason?: string;
  /** 1 to 64 characters of A-Z a-z 0-9 . _ : -. */
  source?: string;
  idempotency_key?: string;
  /** Entries created at or after this time. */
  from?: string;
  /** Entries created before this time. */
  to?: string;
  /** By id. */
  order?: "desc" | "asc";
}

/** What `Convert a user's salutes into tokens for a verified wallet` takes. */
export interface ConvertSalutesInput {
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id: number | string;
  /**
   * Salutes to convert, within the policy's limits. A positive number with at most 2 decimals, at
   * most 1000000000000.
   */
  amount: number;
  /** A verified wallet of the user; the primary one unless given. */
  wallet_address?: string;
}

/** What `Issue a donation claim` takes. */
export interface IssueDonationClaimInput {
  /**
   * The purpose of the gift; the recipient reads it. Text of 1 to 80 characters, without control
   * and invisible characters, encoded words and addresses of web pages.
   */
  campaign: string;
  /** A number of at most 15 digits, or a decimal text. */
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
  /** Seconds until it expires if not claimed; 30 days by default. */
  expires_in?: number;
}

/** What `List your donation claims, newest first` takes. */
export interface ListDonationClaimsInput {
  status?: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Exactly this. */
  campaign?: string;
  /** Exactly this. */
  reference?: string;
  /**
   * The service's id (42 or "42"), or ext: and your external_id. A user's id such as 42, or ext:
   * and your external_id.
   */
  user_id?: number | string;
  /** Rows per page. */
  limit?: number;
  /** Rows to skip; not with cursor. */
  offset?: number;
  /**
   * next_cursor of the previous page; not with offset. Next_cursor of the previous page, unchanged.
   */
  cursor?: string;
}

/** What `Read a donation claim` takes. */
export interface GetDonationClaimInput {
  /** In any case, with or without hyphens; O reads as 0, I and L as 1. */
  claim_code: string;
}

/** What `Cancel a donation claim that nobody has claimed` takes. */
export interface CancelDonationClaimInput {
  /** In any case, with or without hyphens; O reads as 0, I and L as 1. */
  claim_code: string;
}

/** What `Read the promotion report` takes. */
export interface GetPromotionReportInput {
  /**
   * The service's id (42 or "42"), or ext: and your external_id. A user's id such as 42, or ext:
   * and your external_id.
   */
  user_id?: number | string;
  /** Number of the newest sandbox entries shown. */
  limit?: number;
}

/** What `Get the signed delivery of a scenario` takes. */
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
