// Written by `bun run clients` from the OpenAPI document; change the generator, not this file.
import type {
  IssueDonationClaimInputRecipient,
  LinkWalletInputProof,
} from "./models.ts";

/** What `Read how much you asked for, and how fast it was answered` takes. */
export interface GetUsageInput {
  /** How far back the window reaches. */
  hours?: number;
}

/** What `List your webhooks` takes. */
export interface ListWebhooksInput {
  event_type?: ("salutes.credit" | "salutes.debit" | "salutes.converted" | "salutes.conversion_settled" | "salutes.conversion_failed" | "donation.claim" | "donation.claimed" | "donation.claim_redeemed" | "donation.claim_expired" | "donation.claim_cancelled" | "users.created" | "users.updated" | "users.deleted" | "wallets.linked" | "wallets.updated" | "wallets.unlinked" | "webhook.test" | "webhook.delivery_failed" | "api.deprecation" | "*")[];
  is_active?: boolean;
  /** Rows on a page. */
  limit?: number;
  /** Rows to skip; not with cursor. */
  offset?: number;
  /** next_cursor of the page before; not with offset. Next_cursor of the page before, unchanged. */
  cursor?: string;
}

/** What `Make a webhook` takes. */
export interface CreateWebhookInput {
  /** A type of the catalogue (see Webhooks), or * for all. */
  event_type: "salutes.credit" | "salutes.debit" | "salutes.converted" | "salutes.conversion_settled" | "salutes.conversion_failed" | "donation.claim" | "donation.claimed" | "donation.claim_redeemed" | "donation.claim_expired" | "donation.claim_cancelled" | "users.created" | "users.updated" | "users.deleted" | "wallets.linked" | "wallets.updated" | "wallets.unlinked" | "webhook.test" | "webhook.delivery_failed" | "api.deprecation" | "*";
  /**
   * An absolute https address without user name and password. Where this installation allows it,
   * http and addresses that are not public, too.
   */
  target_url: string;
  /** whsec_ and 24 to 64 bytes as padded standard base64; made for you unless given. */
  secret?: string;
}

/** What `Switch a webhook on or off` takes. */
export interface UpdateWebhookInput {
  /** The webhook's id. */
  webhook_id: string;
  /** Off: what it is to get is kept, and sent once it is on again. */
  is_active: boolean | 1 | 0;
}

/** What `Delete a webhook` takes. */
export interface DeleteWebhookInput {
  /** The webhook's id. */
  webhook_id: string;
}

/** What `Give a webhook a new secret` takes. */
export interface RotateWebhookSecretInput {
  /** The webhook's id. */
  webhook_id: string;
  /** whsec_ and 24 to 64 bytes as padded standard base64; made for you unless given. */
  secret?: string;
}

/** What `Send a test to a webhook` takes. */
export interface TestWebhookInput {
  /** The webhook's id. */
  webhook_id: string;
}

/** What `Check a signature that you computed` takes. */
export interface VerifyWebhookSignatureInput {
  /** As X-Webhook-Signature bore it. */
  signature: string;
  /** As X-Webhook-Timestamp bore it: Unix seconds. */
  timestamp: number | string;
  /** The raw body as text, before any parsing. */
  payload: string;
  /** The secret to try; it is not echoed. */
  secret: string;
}

/** What `List delivery records` takes. */
export interface ListWebhookEventsInput {
  status?: "pending" | "delivering" | "delivered" | "failed" | "dead_letter" | "held" | "cancelled";
  reason_tag?: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other";
  /** Made at or after. */
  from?: string;
  /** Made before. */
  to?: string;
  webhook_id?: number;
  /** Rows on a page. */
  limit?: number;
  /** Rows to skip; not with cursor. */
  offset?: number;
  /** next_cursor of the page before; not with offset. Next_cursor of the page before, unchanged. */
  cursor?: string;
}

/** What `List the attempts at one record` takes. */
export interface ListWebhookAttemptsInput {
  /** The record's id. */
  event_id: string;
  /** Rows on a page. */
  limit?: number;
  /** Rows to skip; not with cursor. */
  offset?: number;
  /** next_cursor of the page before; not with offset. Next_cursor of the page before, unchanged. */
  cursor?: string;
}

/** What `Send records anew` takes. */
export interface ReplayWebhookEventsInput {
  /** Ids of records, as webhook-events lists them. */
  event_ids: number[];
  reason_tag?: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other";
  /** Kept in the audit trail. */
  note?: string | null;
}

/** What `Sum up the dead letters` takes. */
export interface ListDeadLettersInput {
  /** Counts what is dead now and died within so many hours. */
  hours?: number;
}

/** What `List your users, or search them` takes. */
export interface ListUsersInput {
  status?: "active" | "suspended";
  /**
   * Part of username, display_name, external_id, e-mail (any case) or of a wallet address (this
   * case); one or two characters: their beginning.
   */
  q?: string;
  /** Adds each user's wallets. */
  include_wallets?: boolean;
  /** Rows on a page. */
  limit?: number;
  /** Rows to skip; not with cursor. */
  offset?: number;
  /** next_cursor of the page before; not with offset. Next_cursor of the page before, unchanged. */
  cursor?: string;
}

/** What `Make a user` takes. */
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
   * Part of username, display_name, external_id, e-mail (any case) or of a wallet address (this
   * case); one or two characters: their beginning.
   */
  q?: string;
  /** This one, whatever its case. */
  email?: string;
  /** Exactly this. */
  username?: string;
  /** Exactly this. */
  wallet?: string;
  status?: "active" | "suspended";
  /** Adds each user's wallets. */
  include_wallets?: boolean;
  /** Rows on a page. */
  limit?: number;
  /** Rows to skip; not with cursor. */
  offset?: number;
  /** next_cursor of the page before; not with offset. Next_cursor of the page before, unchanged. */
  cursor?: string;
}

/** What `Read a user` takes. */
export interface GetUserInput {
  /**
   * The service's id (42 or "42"), or ext: and your external_id. A user's id such as 42, or ext:
   * and your external_id.
   */
  user_id: number | string;
  /** The external_id that the user is expected to have; 404 for another. */
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
  /** Shows that the user holds the wallet's key: a signature over a challenge's text. */
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
  /** Host of the page that asks: one of the key's domains, or the service's own (default). */
  domain?: string;
}

/** What `Read whose a wallet is and how old its proof` takes. */
export interface GetWalletVerificationInput {
  wallet_address: string;
}

/** What `Read what a wallet holds on the chain` takes. */
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
  /** Why: 1 to 64 of A-Z a-z 0-9 . _ : - 1 to 64 characters of A-Z a-z 0-9 . _ : -. */
  reason: string;
  /**
   * Where from; api unless given. 1 to 64 of A-Z a-z 0-9 . _ : - 1 to 64 characters of A-Z a-z 0-9
   * . _ : -.
   */
  source?: string;
}

/** What `Debit salutes from a user` takes. */
export interface DebitSalutesInput {
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id: number | string;
  /** A positive number with at most 2 decimals, at most 1000000000000. */
  amount: number;
  /** Why: 1 to 64 of A-Z a-z 0-9 . _ : - 1 to 64 characters of A-Z a-z 0-9 . _ : -. */
  reason: string;
  /**
   * Where from; api unless given. 1 to 64 of A-Z a-z 0-9 . _ : - 1 to 64 characters of A-Z a-z 0-9
   * . _ : -.
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
  /** Entries made at or after this time. */
  from?: string;
  /** Entries made before this time. */
  to?: string;
  /** By id. */
  order?: "desc" | "asc";
  /** Rows on a page. */
  limit?: number;
  /** Rows to skip; not with cursor. */
  offset?: number;
  /** next_cursor of the page before; not with offset. Next_cursor of the page before, unchanged. */
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
  /** Entries made at or after this time. */
  from?: string;
  /** Entries made before this time. */
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
   * What it is given for; the recipient reads it. Text of 1 to 80 characters, without control and
   * invisible characters, encoded words and addresses of web pages.
   */
  campaign: string;
  /** A number of at most 15 digits, or a decimal text. */
  amount: number | string;
  /**
   * SALUTES is credited to the user by the recipient's click; SOL, the project's token (TOKEN
   * unless the operators name it) and what else the operators have configured, such as USDC, is
   * paid by them in that currency, to the address that the recipient gives. 2 to 10 of A-Z and 0-9.
   */
  currency: string;
  /** At least one of the three; SALUTES need a user_id. */
  recipient: IssueDonationClaimInputRecipient;
  /** Your own, such as an order's number. */
  reference?: string;
  /** Seconds until it expires unless it is claimed; 30 days unless given. */
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
  /** Rows on a page. */
  limit?: number;
  /** Rows to skip; not with cursor. */
  offset?: number;
  /** next_cursor of the page before; not with offset. Next_cursor of the page before, unchanged. */
  cursor?: string;
}

/** What `Read a donation claim` takes. */
export interface GetDonationClaimInput {
  /** In any case, with hyphens or without; O reads as 0, I and L as 1. */
  claim_code: string;
}

/** What `Cancel a donation claim that nobody has claimed` takes. */
export interface CancelDonationClaimInput {
  /** In any case, with hyphens or without; O reads as 0, I and L as 1. */
  claim_code: string;
}

/** What `See what is missing before a live key` takes. */
export interface GetPromotionReportInput {
  /**
   * The service's id (42 or "42"), or ext: and your external_id. A user's id such as 42, or ext:
   * and your external_id.
   */
  user_id?: number | string;
  /** How many of the newest sandbox entries are shown. */
  limit?: number;
}

/** What `Get the signed delivery of a scenario` takes. */
export interface RunWebhookScenarioInput {
  scenario_id: "claim_created" | "claim_redeemed" | "delivery_failed" | "salutes_credit" | "users_updated";
  /** The secret to sign with; it is not echoed. */
  secret?: string;
  /** What X-Partner-Key says; the calling key's id unless given. */
  key_id?: string;
  /**
   * now signs for the present, so that a receiver which minds the time accepts it; a number is Unix
   * seconds. Unless given, a fixed sandbox time: the same bytes every time.
   */
  timestamp?: "now" | number;
}
