// Written by `bun run clients` from the OpenAPI document; change the generator, not this file.
import type { Caller, EitherCase } from "./caller.ts";
import type {
  AdvanceSandboxClockInput,
  BatchSalutesInput,
  CancelDonationClaimInput,
  ConvertSalutesInput,
  CreatePortalLinkInput,
  CreateUserInput,
  CreateWebhookInput,
  CreditSalutesInput,
  DebitSalutesInput,
  DeleteUserInput,
  DeleteWebhookInput,
  ExportLedgerInput,
  GetDonationClaimInput,
  GetPromotionReportInput,
  GetSalutesBalanceInput,
  GetUsageInput,
  GetUserInclusionInput,
  GetUserInput,
  GetWalletInfoInput,
  GetWalletVerificationInput,
  GetWebhookEventInput,
  IssueDonationClaimInput,
  IssueWalletChallengeInput,
  LinkWalletInput,
  ListDeadLettersInput,
  ListDonationClaimsInput,
  ListEventsInput,
  ListLedgerInput,
  ListUsersInput,
  ListWalletsInput,
  ListWebhookAttemptsInput,
  ListWebhookEventsInput,
  ListWebhooksInput,
  LookUpUsersInput,
  RecoverWebhookInput,
  ReplayWebhookEventsInput,
  ResetSandboxInput,
  RotateWebhookSecretInput,
  RunWebhookScenarioInput,
  TestWebhookInput,
  TriggerSandboxEventInput,
  UnlinkWalletInput,
  UpdateUserInput,
  UpdateWebhookInput,
  VerifyWebhookSignatureInput,
} from "./inputs.ts";
import type {
  AdvanceSandboxClockAnswer,
  BatchSalutesAnswer,
  CancelDonationClaimAnswer,
  ConvertSalutesAnswer,
  CreatePortalLinkAnswer,
  CreateUserAnswer,
  CreateWebhookAnswer,
  CreditSalutesAnswer,
  DebitSalutesAnswer,
  DeleteUserAnswer,
  DeleteWebhookAnswer,
  DescribeWebhookSimulatorAnswer,
  DonationClaim,
  GetCapabilitiesAnswer,
  GetConversionPolicyAnswer,
  GetDonationClaimAnswer,
  GetPartnerStatusAnswer,
  GetPromotionReportAnswer,
  GetSalutesBalanceAnswer,
  GetTokenStatusAnswer,
  GetUsageAnswer,
  GetUserAnswer,
  GetUserInclusionAnswer,
  GetWalletInfoAnswer,
  GetWalletVerificationAnswer,
  GetWebhookEventAnswer,
  IssueDonationClaimAnswer,
  IssueWalletChallengeAnswer,
  LedgerEntry,
  LinkWalletAnswer,
  ListDeadLettersAnswer,
  ListDonationClaimsAnswer,
  ListErrorsAnswer,
  ListEventsAnswer,
  ListEventsEvent,
  ListLedgerAnswer,
  ListUsersAnswer,
  ListWalletsAnswer,
  ListWebhookAttemptsAnswer,
  ListWebhookAttemptsAttempt,
  ListWebhookEventsAnswer,
  ListWebhookEventsEvent,
  ListWebhookScenariosAnswer,
  ListWebhooksAnswer,
  ListWebhooksWebhook,
  LookUpUsersAnswer,
  RecoverWebhookAnswer,
  ReplayWebhookEventsAnswer,
  ResetSandboxAnswer,
  RotateWebhookSecretAnswer,
  RunWebhookScenarioAnswer,
  TestWebhookAnswer,
  TriggerSandboxEventAnswer,
  UnlinkWalletAnswer,
  UpdateUserAnswer,
  UpdateWebhookAnswer,
  User,
  VerifySandboxKeyAnswer,
  VerifyWebhookSignatureAnswer,
  Wallet,
} from "./models.ts";
import type { CallOptions } from "./options.ts";

export class AccountResource {
  constructor(private readonly caller: Caller) {}

  /** Read your requests and their latency. */
  usage(input: EitherCase<GetUsageInput> = {}, options: CallOptions = {}): Promise<GetUsageAnswer> {
    return this.caller.json<GetUsageAnswer>({
      verb: "GET",
      live: "/api/partner/analytics/usage",
      sandbox: "/api/partner/sandbox/analytics/usage",
      query: ["hours"],
    }, input, options);
  }

  /** Read the capabilities of your key. */
  capabilities(options: CallOptions = {}): Promise<GetCapabilitiesAnswer> {
    return this.caller.json<GetCapabilitiesAnswer>({
      verb: "GET",
      live: "/api/partner/capabilities",
    }, {}, options);
  }

  /** Read the service's status for your keys. */
  status(options: CallOptions = {}): Promise<GetPartnerStatusAnswer> {
    return this.caller.json<GetPartnerStatusAnswer>({
      verb: "GET",
      live: "/api/partner/status",
      sandbox: "/api/partner/sandbox/status",
    }, {}, options);
  }

  /** List the error codes, with how to handle each. */
  errors(options: CallOptions = {}): Promise<ListErrorsAnswer> {
    return this.caller.json<ListErrorsAnswer>({
      verb: "GET",
      live: "/api/partner/errors.json",
    }, {}, options);
  }
}

export class WebhooksResource {
  constructor(private readonly caller: Caller) {}

  /** List your webhooks. */
  list(input: EitherCase<ListWebhooksInput> = {}, options: CallOptions = {}): Promise<ListWebhooksAnswer> {
    return this.caller.json<ListWebhooksAnswer>({
      verb: "GET",
      live: "/api/partner/webhooks",
      sandbox: "/api/partner/sandbox/webhooks",
      query: ["event_type", "is_active", "metadata", "limit", "offset", "cursor"],
    }, input, options);
  }

  /** List your webhooks: iterates over the rows of all pages. */
  each(input: EitherCase<ListWebhooksInput> = {}, options: CallOptions = {}): AsyncGenerator<ListWebhooksWebhook, void> {
    return this.caller.each<ListWebhooksWebhook>({
      verb: "GET",
      live: "/api/partner/webhooks",
      sandbox: "/api/partner/sandbox/webhooks",
      query: ["event_type", "is_active", "metadata", "limit", "offset", "cursor"],
    }, "webhooks", input, options);
  }

  /** Create a webhook. */
  create(input: EitherCase<CreateWebhookInput>, options: CallOptions = {}): Promise<CreateWebhookAnswer> {
    return this.caller.json<CreateWebhookAnswer>({
      verb: "POST",
      live: "/api/partner/webhooks",
      sandbox: "/api/partner/sandbox/webhooks",
      isMutation: true,
      body: ["target_url", "event_type", "event_types", "description", "headers", "metadata", "max_per_second", "secret"],
    }, input, options);
  }

  /** Change a webhook, or switch it on or off. */
  update(input: EitherCase<UpdateWebhookInput>, options: CallOptions = {}): Promise<UpdateWebhookAnswer> {
    return this.caller.json<UpdateWebhookAnswer>({
      verb: "PATCH",
      live: "/api/partner/webhooks/{webhook_id}",
      sandbox: "/api/partner/sandbox/webhooks/{webhook_id}",
      isMutation: true,
      path: ["webhook_id"],
      body: ["event_type", "event_types", "target_url", "description", "headers", "metadata", "max_per_second", "is_active", "reason"],
    }, input, options);
  }

  /** Delete a webhook. */
  delete(input: EitherCase<DeleteWebhookInput>, options: CallOptions = {}): Promise<DeleteWebhookAnswer> {
    return this.caller.json<DeleteWebhookAnswer>({
      verb: "DELETE",
      live: "/api/partner/webhooks/{webhook_id}",
      sandbox: "/api/partner/sandbox/webhooks/{webhook_id}",
      isMutation: true,
      path: ["webhook_id"],
    }, input, options);
  }

  /** Rotate a webhook's secret. */
  rotateSecret(input: EitherCase<RotateWebhookSecretInput>, options: CallOptions = {}): Promise<RotateWebhookSecretAnswer> {
    return this.caller.json<RotateWebhookSecretAnswer>({
      verb: "POST",
      live: "/api/partner/webhooks/{webhook_id}/rotate-secret",
      sandbox: "/api/partner/sandbox/webhooks/{webhook_id}/rotate-secret",
      isMutation: true,
      path: ["webhook_id"],
      body: ["secret"],
    }, input, options);
  }

  /** Send a test to a webhook. */
  test(input: EitherCase<TestWebhookInput>, options: CallOptions = {}): Promise<TestWebhookAnswer> {
    return this.caller.json<TestWebhookAnswer>({
      verb: "POST",
      live: "/api/partner/webhooks/{webhook_id}/test",
      sandbox: "/api/partner/sandbox/webhooks/{webhook_id}/test",
      isMutation: true,
      path: ["webhook_id"],
    }, input, options);
  }

  /** Check a computed signature. */
  verifySignature(input: EitherCase<VerifyWebhookSignatureInput>, options: CallOptions = {}): Promise<VerifyWebhookSignatureAnswer> {
    return this.caller.json<VerifyWebhookSignatureAnswer>({
      verb: "POST",
      live: "/api/partner/webhooks/signature/verify",
      sandbox: "/api/partner/sandbox/webhooks/signature/verify",
      body: ["signature", "timestamp", "payload", "secret"],
    }, input, options);
  }

  /** List delivery records. */
  events(input: EitherCase<ListWebhookEventsInput> = {}, options: CallOptions = {}): Promise<ListWebhookEventsAnswer> {
    return this.caller.json<ListWebhookEventsAnswer>({
      verb: "GET",
      live: "/api/partner/webhook-events",
      sandbox: "/api/partner/sandbox/webhook-events",
      query: ["status", "reason_tag", "from", "to", "webhook_id", "event_id", "event_type", "limit", "offset", "cursor"],
    }, input, options);
  }

  /** List delivery records: iterates over the rows of all pages. */
  eachEvent(input: EitherCase<ListWebhookEventsInput> = {}, options: CallOptions = {}): AsyncGenerator<ListWebhookEventsEvent, void> {
    return this.caller.each<ListWebhookEventsEvent>({
      verb: "GET",
      live: "/api/partner/webhook-events",
      sandbox: "/api/partner/sandbox/webhook-events",
      query: ["status", "reason_tag", "from", "to", "webhook_id", "event_id", "event_type", "limit", "offset", "cursor"],
    }, "events", input, options);
  }

  /** List the attempts at one record. */
  attempts(input: EitherCase<ListWebhookAttemptsInput>, options: CallOptions = {}): Promise<ListWebhookAttemptsAnswer> {
    return this.caller.json<ListWebhookAttemptsAnswer>({
      verb: "GET",
      live: "/api/partner/webhook-events/{event_id}/attempts",
      sandbox: "/api/partner/sandbox/webhook-events/{event_id}/attempts",
      path: ["event_id"],
      query: ["webhook_id", "limit", "offset", "cursor"],
    }, input, options);
  }

  /** List the attempts at one record: iterates over the rows of all pages. */
  eachAttempt(input: EitherCase<ListWebhookAttemptsInput>, options: CallOptions = {}): AsyncGenerator<ListWebhookAttemptsAttempt, void> {
    return this.caller.each<ListWebhookAttemptsAttempt>({
      verb: "GET",
      live: "/api/partner/webhook-events/{event_id}/attempts",
      sandbox: "/api/partner/sandbox/webhook-events/{event_id}/attempts",
      path: ["event_id"],
      query: ["webhook_id", "limit", "offset", "cursor"],
    }, "attempts", input, options);
  }

  /** Read one record and the request that was sent. */
  delivery(input: EitherCase<GetWebhookEventInput>, options: CallOptions = {}): Promise<GetWebhookEventAnswer> {
    return this.caller.json<GetWebhookEventAnswer>({
      verb: "GET",
      live: "/api/partner/webhook-events/{event_id}",
      sandbox: "/api/partner/sandbox/webhook-events/{event_id}",
      path: ["event_id"],
      query: ["webhook_id"],
    }, input, options);
  }

  /** Send records again. */
  replay(input: EitherCase<ReplayWebhookEventsInput> = {}, options: CallOptions = {}): Promise<ReplayWebhookEventsAnswer> {
    return this.caller.json<ReplayWebhookEventsAnswer>({
      verb: "POST",
      live: "/api/partner/webhook-events/replay",
      sandbox: "/api/partner/sandbox/webhook-events/replay",
      isMutation: true,
      body: ["event_ids", "filter", "reason_tag", "note"],
    }, input, options);
  }

  /** Sum up the dead letters. */
  deadLetters(input: EitherCase<ListDeadLettersInput> = {}, options: CallOptions = {}): Promise<ListDeadLettersAnswer> {
    return this.caller.json<ListDeadLettersAnswer>({
      verb: "GET",
      live: "/api/partner/webhooks/dlq",
      sandbox: "/api/partner/sandbox/webhooks/dlq",
      query: ["hours"],
    }, input, options);
  }

  /** Send a webhook what it missed. */
  recover(input: EitherCase<RecoverWebhookInput>, options: CallOptions = {}): Promise<RecoverWebhookAnswer> {
    return this.caller.json<RecoverWebhookAnswer>({
      verb: "POST",
      live: "/api/partner/webhooks/{webhook_id}/recover",
      sandbox: "/api/partner/sandbox/webhooks/{webhook_id}/recover",
      isMutation: true,
      path: ["webhook_id"],
      body: ["since", "until"],
    }, input, options);
  }
}

export class EventsResource {
  constructor(private readonly caller: Caller) {}

  /** List your events. */
  list(input: EitherCase<ListEventsInput> = {}, options: CallOptions = {}): Promise<ListEventsAnswer> {
    return this.caller.json<ListEventsAnswer>({
      verb: "GET",
      live: "/api/partner/events",
      sandbox: "/api/partner/sandbox/events",
      query: ["after", "types", "limit", "cursor"],
    }, input, options);
  }

  /** List your events: iterates over the rows of all pages. */
  each(input: EitherCase<ListEventsInput> = {}, options: CallOptions = {}): AsyncGenerator<ListEventsEvent, void> {
    return this.caller.each<ListEventsEvent>({
      verb: "GET",
      live: "/api/partner/events",
      sandbox: "/api/partner/sandbox/events",
      query: ["after", "types", "limit", "cursor"],
    }, "events", input, options);
  }
}

export class UsersResource {
  constructor(private readonly caller: Caller) {}

  /** List your users, or search them. */
  list(input: EitherCase<ListUsersInput> = {}, options: CallOptions = {}): Promise<ListUsersAnswer> {
    return this.caller.json<ListUsersAnswer>({
      verb: "GET",
      live: "/api/partner/users",
      sandbox: "/api/partner/sandbox/users",
      query: ["status", "q", "metadata", "include_wallets", "limit", "offset", "cursor"],
    }, input, options);
  }

  /** List your users, or search them: iterates over the rows of all pages. */
  each(input: EitherCase<ListUsersInput> = {}, options: CallOptions = {}): AsyncGenerator<User, void> {
    return this.caller.each<User>({
      verb: "GET",
      live: "/api/partner/users",
      sandbox: "/api/partner/sandbox/users",
      query: ["status", "q", "metadata", "include_wallets", "limit", "offset", "cursor"],
    }, "users", input, options);
  }

  /** Create a user. */
  create(input: EitherCase<CreateUserInput>, options: CallOptions = {}): Promise<CreateUserAnswer> {
    return this.caller.json<CreateUserAnswer>({
      verb: "POST",
      live: "/api/partner/users",
      sandbox: "/api/partner/sandbox/users",
      isMutation: true,
      body: ["external_id", "username", "display_name", "email", "status", "metadata"],
    }, input, options);
  }

  /** Find users by text, e-mail, username or wallet. */
  lookUp(input: EitherCase<LookUpUsersInput> = {}, options: CallOptions = {}): Promise<LookUpUsersAnswer> {
    return this.caller.json<LookUpUsersAnswer>({
      verb: "GET",
      live: "/api/partner/user-lookup",
      sandbox: "/api/partner/sandbox/user-lookup",
      query: ["q", "email", "username", "status", "wallet", "metadata", "include_wallets", "limit", "offset", "cursor"],
    }, input, options);
  }

  /** Find users by text, e-mail, username or wallet: iterates over the rows of all pages. */
  eachFound(input: EitherCase<LookUpUsersInput> = {}, options: CallOptions = {}): AsyncGenerator<User, void> {
    return this.caller.each<User>({
      verb: "GET",
      live: "/api/partner/user-lookup",
      sandbox: "/api/partner/sandbox/user-lookup",
      query: ["q", "email", "username", "status", "wallet", "metadata", "include_wallets", "limit", "offset", "cursor"],
    }, "users", input, options);
  }

  /** Read a user. */
  get(input: EitherCase<GetUserInput>, options: CallOptions = {}): Promise<GetUserAnswer> {
    return this.caller.json<GetUserAnswer>({
      verb: "GET",
      live: "/api/partner/users/{user_id}",
      sandbox: "/api/partner/sandbox/users/{user_id}",
      path: ["user_id"],
      query: ["external_id", "include_wallets"],
    }, input, options);
  }

  /** Change a user's fields. */
  update(input: EitherCase<UpdateUserInput>, options: CallOptions = {}): Promise<UpdateUserAnswer> {
    return this.caller.json<UpdateUserAnswer>({
      verb: "PATCH",
      live: "/api/partner/users/{user_id}",
      sandbox: "/api/partner/sandbox/users/{user_id}",
      isMutation: true,
      path: ["user_id"],
      body: ["username", "display_name", "email", "status", "metadata"],
    }, input, options);
  }

  /** Delete a user. */
  delete(input: EitherCase<DeleteUserInput>, options: CallOptions = {}): Promise<DeleteUserAnswer> {
    return this.caller.json<DeleteUserAnswer>({
      verb: "DELETE",
      live: "/api/partner/users/{user_id}",
      sandbox: "/api/partner/sandbox/users/{user_id}",
      isMutation: true,
      path: ["user_id"],
    }, input, options);
  }

  /** Prove that a user's balance is counted in the published liabilities. */
  inclusion(input: EitherCase<GetUserInclusionInput>, options: CallOptions = {}): Promise<GetUserInclusionAnswer> {
    return this.caller.json<GetUserInclusionAnswer>({
      verb: "GET",
      live: "/api/partner/users/{user_id}/inclusion",
      sandbox: "/api/partner/sandbox/users/{user_id}/inclusion",
      path: ["user_id"],
    }, input, options);
  }
}

export class WalletsResource {
  constructor(private readonly caller: Caller) {}

  /** Link a wallet to a user, or change its link. */
  link(input: EitherCase<LinkWalletInput>, options: CallOptions = {}): Promise<LinkWalletAnswer> {
    return this.caller.json<LinkWalletAnswer>({
      verb: "POST",
      live: "/api/partner/users/{user_id}/wallets",
      sandbox: "/api/partner/sandbox/users/{user_id}/wallets",
      isMutation: true,
      path: ["user_id"],
      body: ["blockchain", "wallet_address", "label", "is_primary", "is_hidden", "proof"],
    }, input, options);
  }

  /** List a user's wallets. */
  list(input: EitherCase<ListWalletsInput>, options: CallOptions = {}): Promise<ListWalletsAnswer> {
    return this.caller.json<ListWalletsAnswer>({
      verb: "GET",
      live: "/api/partner/users/{user_id}/wallets",
      sandbox: "/api/partner/sandbox/users/{user_id}/wallets",
      path: ["user_id"],
      query: ["limit", "offset", "cursor"],
    }, input, options);
  }

  /** List a user's wallets: iterates over the rows of all pages. */
  each(input: EitherCase<ListWalletsInput>, options: CallOptions = {}): AsyncGenerator<Wallet, void> {
    return this.caller.each<Wallet>({
      verb: "GET",
      live: "/api/partner/users/{user_id}/wallets",
      sandbox: "/api/partner/sandbox/users/{user_id}/wallets",
      path: ["user_id"],
      query: ["limit", "offset", "cursor"],
    }, "wallets", input, options);
  }

  /** Unlink a wallet from a user. */
  unlink(input: EitherCase<UnlinkWalletInput>, options: CallOptions = {}): Promise<UnlinkWalletAnswer> {
    return this.caller.json<UnlinkWalletAnswer>({
      verb: "DELETE",
      live: "/api/partner/users/{user_id}/wallets/{wallet_address}",
      sandbox: "/api/partner/sandbox/users/{user_id}/wallets/{wallet_address}",
      isMutation: true,
      path: ["user_id", "wallet_address"],
    }, input, options);
  }

  /** Get a text for the user's wallet to sign. */
  challenge(input: EitherCase<IssueWalletChallengeInput>, options: CallOptions = {}): Promise<IssueWalletChallengeAnswer> {
    return this.caller.json<IssueWalletChallengeAnswer>({
      verb: "POST",
      live: "/api/partner/users/{user_id}/wallets/challenge",
      sandbox: "/api/partner/sandbox/users/{user_id}/wallets/challenge",
      isMutation: true,
      path: ["user_id"],
      body: ["wallet_address", "domain"],
    }, input, options);
  }

  /** Read a wallet's user and the age of its proof. */
  verification(input: EitherCase<GetWalletVerificationInput>, options: CallOptions = {}): Promise<GetWalletVerificationAnswer> {
    return this.caller.json<GetWalletVerificationAnswer>({
      verb: "GET",
      live: "/api/partner/wallet-verification/{wallet_address}",
      sandbox: "/api/partner/sandbox/wallet-verification/{wallet_address}",
      path: ["wallet_address"],
    }, input, options);
  }

  /** Read a wallet's on-chain holdings. */
  info(input: EitherCase<GetWalletInfoInput>, options: CallOptions = {}): Promise<GetWalletInfoAnswer> {
    return this.caller.json<GetWalletInfoAnswer>({
      verb: "GET",
      live: "/api/partner/wallet-info/{wallet_address}",
      sandbox: "/api/partner/sandbox/wallet-info/{wallet_address}",
      path: ["wallet_address"],
    }, input, options);
  }
}

export class SalutesResource {
  constructor(private readonly caller: Caller) {}

  /** Read a user's balance. */
  balance(input: EitherCase<GetSalutesBalanceInput>, options: CallOptions = {}): Promise<GetSalutesBalanceAnswer> {
    return this.caller.json<GetSalutesBalanceAnswer>({
      verb: "GET",
      live: "/api/salutes/balance",
      sandbox: "/api/partner/sandbox/salutes/balance",
      query: ["user_id"],
    }, input, options);
  }

  /** Credit salutes to a user. */
  credit(input: EitherCase<CreditSalutesInput>, options: CallOptions = {}): Promise<CreditSalutesAnswer> {
    return this.caller.json<CreditSalutesAnswer>({
      verb: "POST",
      live: "/api/salutes/credit",
      sandbox: "/api/partner/sandbox/salutes/credit",
      isMutation: true,
      body: ["user_id", "amount", "reason", "source", "metadata"],
    }, input, options);
  }

  /** Debit salutes from a user. */
  debit(input: EitherCase<DebitSalutesInput>, options: CallOptions = {}): Promise<DebitSalutesAnswer> {
    return this.caller.json<DebitSalutesAnswer>({
      verb: "POST",
      live: "/api/salutes/debit",
      sandbox: "/api/partner/sandbox/salutes/debit",
      isMutation: true,
      body: ["user_id", "amount", "reason", "source", "metadata"],
    }, input, options);
  }

  /** Credit and debit many users at once. */
  batch(input: EitherCase<BatchSalutesInput>, options: CallOptions = {}): Promise<BatchSalutesAnswer> {
    return this.caller.json<BatchSalutesAnswer>({
      verb: "POST",
      live: "/api/salutes/batch",
      sandbox: "/api/partner/sandbox/salutes/batch",
      isMutation: true,
      body: ["items", "mode"],
    }, input, options);
  }

  /** Read the ledger of a user, or of all your users. */
  ledger(input: EitherCase<ListLedgerInput> = {}, options: CallOptions = {}): Promise<ListLedgerAnswer> {
    return this.caller.json<ListLedgerAnswer>({
      verb: "GET",
      live: "/api/salutes/ledger",
      sandbox: "/api/partner/sandbox/salutes/ledger",
      query: ["user_id", "reason", "source", "idempotency_key", "metadata", "from", "to", "order", "limit", "offset", "cursor"],
    }, input, options);
  }

  /** Read the ledger of a user, or of all your users: iterates over the rows of all pages. */
  eachLedgerEntry(input: EitherCase<ListLedgerInput> = {}, options: CallOptions = {}): AsyncGenerator<LedgerEntry, void> {
    return this.caller.each<LedgerEntry>({
      verb: "GET",
      live: "/api/salutes/ledger",
      sandbox: "/api/partner/sandbox/salutes/ledger",
      query: ["user_id", "reason", "source", "idempotency_key", "metadata", "from", "to", "order", "limit", "offset", "cursor"],
    }, "ledger", input, options);
  }

  /** Stream the ledger as CSV. */
  exportLedger(input: EitherCase<ExportLedgerInput> = {}, options: CallOptions = {}): Promise<string> {
    return this.caller.text({
      verb: "GET",
      live: "/api/salutes/ledger.csv",
      sandbox: "/api/partner/sandbox/salutes/ledger.csv",
      query: ["user_id", "reason", "source", "idempotency_key", "metadata", "from", "to", "order"],
    }, input, options);
  }

  /** Read the conversion rate and limits. */
  conversionPolicy(options: CallOptions = {}): Promise<GetConversionPolicyAnswer> {
    return this.caller.json<GetConversionPolicyAnswer>({
      verb: "GET",
      live: "/api/salutes/conversion-policy",
      sandbox: "/api/partner/sandbox/salutes/conversion-policy",
    }, {}, options);
  }

  /** Convert a user's salutes into tokens for a verified wallet. */
  convert(input: EitherCase<ConvertSalutesInput>, options: CallOptions = {}): Promise<ConvertSalutesAnswer> {
    return this.caller.json<ConvertSalutesAnswer>({
      verb: "POST",
      live: "/api/salutes/convert",
      sandbox: "/api/partner/sandbox/salutes/convert",
      isMutation: true,
      body: ["user_id", "amount", "wallet_address"],
    }, input, options);
  }
}

export class DonationsResource {
  constructor(private readonly caller: Caller) {}

  /** Issue a donation claim. */
  issue(input: EitherCase<IssueDonationClaimInput>, options: CallOptions = {}): Promise<IssueDonationClaimAnswer> {
    return this.caller.json<IssueDonationClaimAnswer>({
      verb: "POST",
      live: "/api/partner/donation-claim",
      sandbox: "/api/partner/sandbox/donation-claim",
      isMutation: true,
      body: ["campaign", "amount", "currency", "recipient", "language", "reference", "metadata", "expires_in"],
    }, input, options);
  }

  /** List your donation claims, newest first. */
  list(input: EitherCase<ListDonationClaimsInput> = {}, options: CallOptions = {}): Promise<ListDonationClaimsAnswer> {
    return this.caller.json<ListDonationClaimsAnswer>({
      verb: "GET",
      live: "/api/partner/donation-claims",
      sandbox: "/api/partner/sandbox/donation-claims",
      query: ["status", "campaign", "reference", "user_id", "metadata", "limit", "offset", "cursor"],
    }, input, options);
  }

  /** List your donation claims, newest first: iterates over the rows of all pages. */
  each(input: EitherCase<ListDonationClaimsInput> = {}, options: CallOptions = {}): AsyncGenerator<DonationClaim, void> {
    return this.caller.each<DonationClaim>({
      verb: "GET",
      live: "/api/partner/donation-claims",
      sandbox: "/api/partner/sandbox/donation-claims",
      query: ["status", "campaign", "reference", "user_id", "metadata", "limit", "offset", "cursor"],
    }, "claims", input, options);
  }

  /** Read a donation claim. */
  get(input: EitherCase<GetDonationClaimInput>, options: CallOptions = {}): Promise<GetDonationClaimAnswer> {
    return this.caller.json<GetDonationClaimAnswer>({
      verb: "GET",
      live: "/api/partner/donation-claims/{claim_code}",
      sandbox: "/api/partner/sandbox/donation-claims/{claim_code}",
      path: ["claim_code"],
    }, input, options);
  }

  /** Cancel a donation claim that nobody has claimed. */
  cancel(input: EitherCase<CancelDonationClaimInput>, options: CallOptions = {}): Promise<CancelDonationClaimAnswer> {
    return this.caller.json<CancelDonationClaimAnswer>({
      verb: "POST",
      live: "/api/partner/donation-claims/{claim_code}/cancel",
      sandbox: "/api/partner/sandbox/donation-claims/{claim_code}/cancel",
      isMutation: true,
      path: ["claim_code"],
    }, input, options);
  }
}

export class TokenResource {
  constructor(private readonly caller: Caller) {}

  /** Read the token's supply, circulation and holders. */
  status(options: CallOptions = {}): Promise<GetTokenStatusAnswer> {
    return this.caller.json<GetTokenStatusAnswer>({
      verb: "GET",
      live: "/api/partner/token-status",
      sandbox: "/api/partner/sandbox/token-status",
    }, {}, options);
  }
}

export class SandboxResource {
  constructor(private readonly caller: Caller) {}

  /** Check your signature. */
  verify(options: CallOptions = {}): Promise<VerifySandboxKeyAnswer> {
    return this.caller.json<VerifySandboxKeyAnswer>({
      verb: "GET",
      live: "/api/partner/sandbox/verify",
    }, {}, options);
  }

  /** Read the promotion report. */
  promotionReport(input: EitherCase<GetPromotionReportInput> = {}, options: CallOptions = {}): Promise<GetPromotionReportAnswer> {
    return this.caller.json<GetPromotionReportAnswer>({
      verb: "GET",
      live: "/api/partner/sandbox/promotion-report",
      query: ["user_id", "limit"],
    }, input, options);
  }

  /** Move the sandbox clock forward. */
  advanceClock(input: EitherCase<AdvanceSandboxClockInput>, options: CallOptions = {}): Promise<AdvanceSandboxClockAnswer> {
    return this.caller.json<AdvanceSandboxClockAnswer>({
      verb: "POST",
      live: "/api/partner/sandbox/clock/advance",
      isMutation: true,
      body: ["seconds"],
    }, input, options);
  }

  /** Reset a sandbox to an initial state. */
  reset(input: EitherCase<ResetSandboxInput> = {}, options: CallOptions = {}): Promise<ResetSandboxAnswer> {
    return this.caller.json<ResetSandboxAnswer>({
      verb: "POST",
      live: "/api/partner/sandbox/reset",
      body: ["state", "sandbox"],
    }, input, options);
  }

  /** List the webhook simulator's scenarios. */
  scenarios(options: CallOptions = {}): Promise<ListWebhookScenariosAnswer> {
    return this.caller.json<ListWebhookScenariosAnswer>({
      verb: "GET",
      live: "/api/partner/sandbox/webhook-simulator/scenarios",
    }, {}, options);
  }

  /** Read the parameters of a scenario run. */
  describeSimulator(options: CallOptions = {}): Promise<DescribeWebhookSimulatorAnswer> {
    return this.caller.json<DescribeWebhookSimulatorAnswer>({
      verb: "GET",
      live: "/api/partner/sandbox/webhook-simulator/run",
    }, {}, options);
  }

  /** Get the signed delivery of a scenario. */
  runScenario(input: EitherCase<RunWebhookScenarioInput>, options: CallOptions = {}): Promise<RunWebhookScenarioAnswer> {
    return this.caller.json<RunWebhookScenarioAnswer>({
      verb: "POST",
      live: "/api/partner/sandbox/webhook-simulator/run",
      body: ["scenario_id", "secret", "key_id", "timestamp"],
    }, input, options);
  }

  /** Make a sample event. */
  triggerEvent(input: EitherCase<TriggerSandboxEventInput>, options: CallOptions = {}): Promise<TriggerSandboxEventAnswer> {
    return this.caller.json<TriggerSandboxEventAnswer>({
      verb: "POST",
      live: "/api/partner/sandbox/events/trigger",
      isMutation: true,
      body: ["event_type"],
    }, input, options);
  }
}

export class PortalResource {
  constructor(private readonly caller: Caller) {}

  /** Create a link to your own pages. */
  createLink(input: EitherCase<CreatePortalLinkInput>, options: CallOptions = {}): Promise<CreatePortalLinkAnswer> {
    return this.caller.json<CreatePortalLinkAnswer>({
      verb: "POST",
      live: "/api/partner/portal-links",
      isMutation: true,
      body: ["access", "expires_in", "embed_origin"],
    }, input, options);
  }
}

/** All operations for partner keys, by resource. */
export class Resources {
  readonly account: AccountResource;
  readonly webhooks: WebhooksResource;
  readonly events: EventsResource;
  readonly users: UsersResource;
  readonly wallets: WalletsResource;
  readonly salutes: SalutesResource;
  readonly donations: DonationsResource;
  readonly token: TokenResource;
  readonly sandbox: SandboxResource;
  readonly portal: PortalResource;

  constructor(caller: Caller) {
    this.account = new AccountResource(caller);
    this.webhooks = new WebhooksResource(caller);
    this.events = new EventsResource(caller);
    this.users = new UsersResource(caller);
    this.wallets = new WalletsResource(caller);
    this.salutes = new SalutesResource(caller);
    this.donations = new DonationsResource(caller);
    this.token = new TokenResource(caller);
    this.sandbox = new SandboxResource(caller);
    this.portal = new PortalResource(caller);
  }
}
