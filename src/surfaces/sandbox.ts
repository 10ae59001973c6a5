import { Type } from "@sinclair/typebox";
import type { Services } from "../compose/services.ts";
import type { Mounted } from "../http/mounted.ts";
import type { Operation } from "../http/operation.ts";
import { claimsRoutes } from "../modules/ledger/claims/index.ts";
import type { Keyring } from "../modules/platform/master-key/index.ts";
import { webhookSimulatorRoutes } from "../modules/sandbox/simulator/index.ts";
import {
  PREVIEWED_CLAIM,
  sandboxRoutes,
  simulatedReplay,
  simulatedTest,
  TOKEN_FIXTURE,
  type TwinAddition,
  twinOf,
} from "../modules/sandbox/twins/index.ts";
import { practiceDeliveryRoutes } from "../modules/webhooks/deliveries/index.ts";

const CURRENCY: TwinAddition = {
  shape: Type.Object({ currency: Type.Literal("SALUTES") }),
  of: () => ({ currency: "SALUTES" }),
};

/** The live operations that have a twin in the sandbox, by id, with what the twin adds. */
function twins(keyring: Keyring): Record<string, TwinAddition | null> {
  return {
    getSalutesBalance: CURRENCY,
    creditSalutes: null,
    debitSalutes: null,
    listLedger: null,
    listUsers: null,
    createUser: null,
    getUser: null,
    updateUser: null,
    deleteUser: null,
    linkWallet: null,
    issueWalletChallenge: null,
    unlinkWallet: null,
    issueDonationClaim: PREVIEWED_CLAIM,
    cancelDonationClaim: PREVIEWED_CLAIM,
    listWebhooks: null,
    createWebhook: null,
    updateWebhook: null,
    deleteWebhook: null,
    rotateWebhookSecret: null,
    testWebhook: simulatedTest(keyring),
    verifyWebhookSignature: null,
    listWebhookEvents: null,
    listWebhookAttempts: null,
    replayWebhookEvents: simulatedReplay(keyring),
  };
}

/** Operations of sandbox keys, under /api/partner/sandbox: the twins of partners' live ones, and the sandbox's own. */
export function sandboxOperations(
  services: Services,
  mounted: Mounted,
  live: readonly Operation[],
): Operation[] {
  const { claimCodes, clock, evidence, keyring, sandbox } = services;
  // Practice sends no mail, and its claims are never paid.
  const claims = claimsRoutes({ codes: claimCodes, postbox: null, tokenMint: TOKEN_FIXTURE.mint });
  const found = Object.entries(twins(keyring)).map(([id, addition]) => {
    const operation = [...practiceDeliveryRoutes, ...claims, ...live].find((each) => each.id === id);
    if (operation === undefined) throw new Error(`there is no live operation ${id}`);
    return twinOf(operation, mounted, addition);
  });
  return [
    ...sandboxRoutes({ clock, evidence, sandbox }, mounted),
    ...found,
    ...webhookSimulatorRoutes(clock, mounted),
  ];
}
