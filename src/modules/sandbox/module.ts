import type { Database } from "../../db/database.ts";
import type { HttpServices } from "../../http/services.ts";
import { type Clock, DAY_MS, SECOND_MS } from "../../kit/clock.ts";
import type { Logger } from "../../kit/process/log.ts";
import { sandboxKeys, type UsageRecorder, usageRoutes } from "../access/usage/index.ts";
import {
  type CodeVault,
  type CurrencySettings,
  claimCurrencies,
  claimsRoutes,
} from "../ledger/claims/index.ts";
import { conversionsRoutes } from "../ledger/conversions/index.ts";
import { walletRoutes } from "../ledger/wallets/index.ts";
import type { Module } from "../module.ts";
import type { Keyring } from "../platform/master-key/index.ts";
import { keep } from "../platform/retention/index.ts";
import { sandboxDeliveryRoutes } from "./deliveries/index.ts";
import { deleteUnusedSandboxes, type SandboxFiles, sandboxReset } from "./files/index.ts";
import { openSandbox } from "./open.ts";
import {
  EVIDENCE_DAYS,
  type EvidenceRecorder,
  PROMOTIONS_PATH,
  promotionNotices,
  promotionPages,
  purgeEvidence,
} from "./promotion/index.ts";
import { webhookSimulatorRoutes } from "./simulator/index.ts";
import {
  FIXTURE_CHAIN,
  sandboxClaimRoutes,
  sandboxRoutes,
  TOKEN_FIXTURE,
  twinRoutes,
} from "./twins/index.ts";

export interface SandboxParts {
  config: CurrencySettings;
  clock: Clock;
  log: Logger;
  live: Database;
  sandbox: Database;
  keyring: Keyring;
  sandboxFiles: SandboxFiles;
  evidence: EvidenceRecorder;
  usage: UsageRecorder;
  claimCodes: CodeVault;
  startedAt: number;
  http: Pick<HttpServices, "safeModeReason">;
}

/** Delay before the seed is built, so that neither the start nor the first sandbox request waits for it. */
const PREPARE_AFTER_MS = SECOND_MS;

/** Operations of sandbox keys: twins of the live ones on separate state, fixtures, and promotion to a live key. */
export const sandbox: Module<SandboxParts> & { open: typeof openSandbox } = {
  name: "sandbox",
  open: openSandbox,
  operations: (parts, { site, mounted, before }) => {
    const { clock, claimCodes, evidence, keyring, live, sandboxFiles } = parts;
    // The sandbox sends no mail, and its claims are never paid.
    const claims = claimsRoutes({
      codes: claimCodes,
      postbox: null,
      currencies: claimCurrencies(parts.config, TOKEN_FIXTURE.mint, true),
    });
    return [
      ...sandboxRoutes(
        { clock, evidence, sandbox: parts.sandbox, sandboxFiles, safeModeReason: parts.http.safeModeReason },
        mounted,
      ),
      ...twinRoutes(keyring, mounted, [
        ...sandboxDeliveryRoutes,
        ...claims,
        ...conversionsRoutes(FIXTURE_CHAIN),
        ...walletRoutes(FIXTURE_CHAIN),
        ...usageRoutes(parts.usage, sandboxKeys(parts.sandbox, clock)),
        ...before,
      ]),
      ...webhookSimulatorRoutes(clock, mounted),
      ...sandboxClaimRoutes(site),
      ...promotionPages({ site, live, keyring, clock, sandbox: parts.sandbox, sandboxFiles }),
    ];
  },
  notices: ({ live }) => promotionNotices(live.read),
  navigation: [{ path: PROMOTIONS_PATH, label: "Promotions", group: "Partners", order: 25 }],
  jobs: [sandboxReset, deleteUnusedSandboxes],
  retention: [
    keep({
      rows: "promotion evidence",
      windows: {
        evidence: {
          tables: ["promotion_evidence", "recent_requests"],
          kept: EVIDENCE_DAYS * DAY_MS,
          after: "the request",
        },
      },
      purge: (tx, { evidence }, { chunk }) => purgeEvidence(tx, evidence, chunk),
    }),
  ],
  groups: [
    {
      name: "sandbox",
      order: 80,
      description:
        "Operations of sandbox keys: the same as the live ones, on a state of your own. Nothing live is touched and nothing is sent.",
    },
  ],
  recorders: ({ evidence }) => ({ "promotion evidence": evidence }),
  background: ({ sandboxFiles }) => {
    const timer = setTimeout(() => sandboxFiles.prepare(), PREPARE_AFTER_MS);
    return [{ stop: () => clearTimeout(timer) }];
  },
};
