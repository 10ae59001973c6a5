import type { Static } from "@sinclair/typebox";
import type { Mounted } from "../../../http/mounted.ts";
import type { PartnerActor } from "../../../http/operation.ts";
import type { Capabilities } from "./model.ts";

const SANDBOX = "/api/partner/sandbox/";
const VERIFY = `${SANDBOX}verify`;
const PROMOTION_REPORT = `${SANDBOX}promotion-report`;

const DOCS = {
  openapi: "/api/openapi.yaml",
  reference: "/docs",
  try: "/docs/try",
  developers: "/developers",
  errors: "/api/partner/errors.json",
};

const LINKS = {
  live: {
    status: "/api/partner/status",
    token_status: "/api/partner/token-status",
    usage: "/api/partner/analytics/usage",
    users: "/api/partner/users",
    user: "/api/partner/users/{user_id}",
    wallet_info: "/api/partner/wallet-info/{wallet_address}",
    webhooks: "/api/partner/webhooks",
    webhook_events: "/api/partner/webhook-events",
    dead_letters: "/api/partner/webhooks/dlq",
    balance: "/api/salutes/balance",
    ledger: "/api/salutes/ledger",
    donation_claims: "/api/partner/donation-claims",
  },
  sandbox: {
    verify: VERIFY,
    promotion_report: PROMOTION_REPORT,
    token_status: `${SANDBOX}token-status`,
    users: `${SANDBOX}users`,
    user: `${SANDBOX}users/{user_id}`,
    webhooks: `${SANDBOX}webhooks`,
    webhook_events: `${SANDBOX}webhook-events`,
    balance: `${SANDBOX}salutes/balance`,
    ledger: `${SANDBOX}salutes/ledger`,
    donation_claim: `${SANDBOX}donation-claim`,
  },
};

/** The capabilities of a key, with paths. Only parts of this build are listed. */
export function readCapabilities(actor: PartnerActor, mounted: Mounted): Static<typeof Capabilities> {
  const fixtures = fixturePaths(mounted);
  return {
    partner: actor.partner,
    key_id: actor.keyId,
    key_mode: actor.mode,
    scopes: [...actor.key.scopes],
    sandbox: {
      enabled_for_key: actor.mode === "sandbox",
      verify_endpoint: mounted.pathOrNull(VERIFY),
      promotion_report_endpoint: mounted.pathOrNull(PROMOTION_REPORT),
      supports_deterministic_fixtures: fixtures.length > 0,
      fixture_endpoints: fixtures,
    },
    query_support: { include_meta: true },
    docs: mounted.links(DOCS),
    links: mounted.links(LINKS[actor.mode]),
  };
}

/** Paths of the sandbox's reads, except those about the key itself. */
function fixturePaths(mounted: Mounted): string[] {
  return mounted.operations
    .filter(({ method, path }) => method === "GET" && path.startsWith(SANDBOX))
    .map(({ path }) => path)
    .filter((path) => path !== VERIFY && path !== PROMOTION_REPORT)
    .sort();
}
