import type { Services } from "../compose/services.ts";
import type { Mounted } from "../http/mounted.ts";
import type { Operation } from "../http/operation.ts";
import { usageRoutes } from "../modules/access/usage/index.ts";
import { capabilitiesRoutes } from "../modules/developers/capabilities/index.ts";
import { errorCatalogRoutes } from "../modules/developers/error-catalog/index.ts";
import { partnerStatusRoutes } from "../modules/developers/partner-status/index.ts";
import { claimsRoutes } from "../modules/ledger/claims/index.ts";
import { conversionsRoutes } from "../modules/ledger/conversions/index.ts";
import { salutesRoutes } from "../modules/ledger/entries/index.ts";
import { usersRoutes } from "../modules/ledger/users/index.ts";
import { walletRoutes } from "../modules/ledger/wallets/index.ts";
import { tokenRoutes } from "../modules/token/figures/index.ts";
import { deliveryRoutes } from "../modules/webhooks/deliveries/index.ts";
import { webhookRoutes } from "../modules/webhooks/webhooks/index.ts";

/** Signed operations of partners' servers, under /api/partner and /api/salutes. */
export function partnerOperations(services: Services, mounted: Mounted): Operation[] {
  const { chain, claimCodes, config, http, keyring, mail, startedAt, status, token, tokenMint, usage } =
    services;
  const targets = { allowHttp: config.webhookAllowHttp, allowPrivate: config.webhookAllowPrivate };
  return [
    ...capabilitiesRoutes(mounted, startedAt),
    ...partnerStatusRoutes({
      mounted,
      recorder: usage,
      status,
      safeModeReason: http.safeModeReason,
      controls: {
        max_attempts: config.webhookMaxAttempts,
        timeout_seconds: config.webhookTimeoutSeconds,
        retry_base_seconds: config.webhookRetryBaseSeconds,
        retry_max_seconds: config.webhookRetryMaxSeconds,
        retry_jitter: config.webhookRetryJitter,
      },
    }),
    ...errorCatalogRoutes(mounted, startedAt),
    ...usageRoutes(usage),
    ...tokenRoutes(mounted, chain, token),
    ...usersRoutes,
    ...walletRoutes(chain),
    ...salutesRoutes,
    ...conversionsRoutes(chain),
    ...claimsRoutes({ codes: claimCodes, postbox: mail?.postbox ?? null, tokenMint }),
    ...webhookRoutes(keyring, targets),
    ...deliveryRoutes(config.webhookMaxAttempts),
  ];
}
