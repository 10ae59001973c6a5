import { capabilitiesRoutes } from "../features/capabilities/index.ts";
import { claimsRoutes } from "../features/claims/index.ts";
import { conversionsRoutes } from "../features/conversions/index.ts";
import { deliveryRoutes } from "../features/deliveries/index.ts";
import { errorCatalogRoutes } from "../features/error-catalog/index.ts";
import { partnerStatusRoutes } from "../features/partner-status/index.ts";
import { salutesRoutes } from "../features/salutes/index.ts";
import { tokenRoutes } from "../features/token/index.ts";
import { usageRoutes } from "../features/usage/index.ts";
import { usersRoutes } from "../features/users/index.ts";
import { walletRoutes } from "../features/wallets/index.ts";
import { webhookRoutes } from "../features/webhooks/index.ts";
import type { Mounted } from "../http/mounted.ts";
import type { Operation } from "../http/operation.ts";
import type { Services } from "../services.ts";

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
