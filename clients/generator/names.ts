/** Name of an operation in the clients. */
export interface ClientName {
  /** For example `users` in `salute.users.list()`. */
  resource: string;
  /** In camelCase; Python writes it in snake_case. */
  method: string;
  /** Name of the method that iterates over all pages, if the operation has pages. */
  each: string;
}

const NAMES: Readonly<Record<string, string>> = {
  getCapabilities: "account.capabilities",
  getPartnerStatus: "account.status",
  getUsage: "account.usage",
  listErrors: "account.errors",
  createUser: "users.create",
  deleteUser: "users.delete",
  getUser: "users.get",
  listUsers: "users.list",
  lookUpUsers: "users.lookUp",
  updateUser: "users.update",
  getUserInclusion: "users.inclusion",
  getWalletInfo: "wallets.info",
  getWalletVerification: "wallets.verification",
  issueWalletChallenge: "wallets.challenge",
  linkWallet: "wallets.link",
  listWallets: "wallets.list",
  unlinkWallet: "wallets.unlink",
  batchSalutes: "salutes.batch",
  convertSalutes: "salutes.convert",
  creditSalutes: "salutes.credit",
  debitSalutes: "salutes.debit",
  exportLedger: "salutes.exportLedger",
  getConversionPolicy: "salutes.conversionPolicy",
  getSalutesBalance: "salutes.balance",
  listLedger: "salutes.ledger",
  cancelDonationClaim: "donations.cancel",
  getDonationClaim: "donations.get",
  issueDonationClaim: "donations.issue",
  listDonationClaims: "donations.list",
  createWebhook: "webhooks.create",
  deleteWebhook: "webhooks.delete",
  listDeadLetters: "webhooks.deadLetters",
  listWebhookAttempts: "webhooks.attempts",
  listWebhookEvents: "webhooks.events",
  listWebhooks: "webhooks.list",
  getWebhookEvent: "webhooks.delivery",
  recoverWebhook: "webhooks.recover",
  replayWebhookEvents: "webhooks.replay",
  rotateWebhookSecret: "webhooks.rotateSecret",
  testWebhook: "webhooks.test",
  updateWebhook: "webhooks.update",
  verifyWebhookSignature: "webhooks.verifySignature",
  listEvents: "events.list",
  createPortalLink: "portal.createLink",
  getTokenStatus: "token.status",
  advanceSandboxClock: "sandbox.advanceClock",
  describeWebhookSimulator: "sandbox.describeSimulator",
  getPromotionReport: "sandbox.promotionReport",
  listWebhookScenarios: "sandbox.scenarios",
  runWebhookScenario: "sandbox.runScenario",
  triggerSandboxEvent: "sandbox.triggerEvent",
  resetSandbox: "sandbox.reset",
  verifySandboxKey: "sandbox.verify",
};

/** @throws Error for an operation without a name */
export function clientName(operationId: string): ClientName {
  const name = NAMES[operationId];
  if (name === undefined) throw new Error(`Give ${operationId} a name in clients/generator/names.ts.`);
  const [resource = "", method = ""] = name.split(".");
  return { resource, method, each: method === "list" ? "each" : `each${capitalized(singular(method))}` };
}

/** Clients have no methods for streams, which runtimes and `salute listen` read. */
export function isStream({ responses }: { responses: Readonly<Record<string, object>> }): boolean {
  return Object.values(responses).some(
    (each) => "content" in each && Object.keys(each.content ?? {}).includes("text/event-stream"),
  );
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function snakeCase(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/^_/, "");
}

/** Converts `ledger_entry` to `LedgerEntry`. */
export function pascalCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map(capitalized)
    .join("");
}

export function singular(text: string): string {
  if (text === "ledger") return "ledgerEntry";
  if (text === "lookUp") return "found";
  return text.replace(/ies$/, "y").replace(/(?<!s)s$/, "");
}
