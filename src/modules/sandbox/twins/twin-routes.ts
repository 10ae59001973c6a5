import { Type } from "@sinclair/typebox";
import type { Mounted } from "../../../http/mounted.ts";
import type { Operation } from "../../../http/operation.ts";
import { OneOf } from "../../../http/schema/shapes.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { PREVIEWED_CLAIM, PREVIEWED_CLAIMS } from "./claim-additions.ts";
import { buildTwin, type TwinAddition } from "./twin.ts";
import { simulatedReplay, simulatedTest } from "./webhook-additions.ts";

const CURRENCY: TwinAddition = {
  shape: Type.Object({
    currency: Type.Literal("SALUTES", {
      description: "Always SALUTES; requested_claim has the currency that you asked for.",
    }),
  }),
  of: () => ({ currency: "SALUTES" }),
};

/** `mode` of every sandbox answer is the key's. */
const BATCH_MODE: TwinAddition = {
  shape: Type.Object({
    batch_mode: OneOf(["atomic", "each"], { description: "The mode as requested; mode is the key's." }),
  }),
  of: ({ mode }) => ({ batch_mode: mode }),
};

/** The live operations that have a twin in the sandbox, by id, with the twin's additions. */
function additions(keyring: Keyring): Record<string, TwinAddition | null> {
  return {
    getUsage: null,
    getSalutesBalance: CURRENCY,
    creditSalutes: null,
    debitSalutes: null,
    batchSalutes: BATCH_MODE,
    listLedger: null,
    exportLedger: null,
    getConversionPolicy: null,
    convertSalutes: null,
    lookUpUsers: null,
    listUsers: null,
    createUser: null,
    getUser: null,
    getUserInclusion: null,
    updateUser: null,
    deleteUser: null,
    listWallets: null,
    linkWallet: null,
    issueWalletChallenge: null,
    unlinkWallet: null,
    getWalletVerification: null,
    getWalletInfo: null,
    listDonationClaims: PREVIEWED_CLAIMS,
    getDonationClaim: PREVIEWED_CLAIM,
    issueDonationClaim: PREVIEWED_CLAIM,
    cancelDonationClaim: PREVIEWED_CLAIM,
    listWebhooks: null,
    listDeadLetters: null,
    createWebhook: null,
    updateWebhook: null,
    deleteWebhook: null,
    rotateWebhookSecret: null,
    recoverWebhook: null,
    testWebhook: simulatedTest(keyring),
    verifyWebhookSignature: null,
    listEvents: null,
    streamEvents: null,
    listWebhookEvents: null,
    getWebhookEvent: null,
    listWebhookAttempts: null,
    replayWebhookEvents: simulatedReplay(keyring),
  };
}

/**
 * The twins of partners' live operations.
 * @param candidates operations; the first one with an id counts.
 * @throws Error if a live operation is missing.
 */
export function twinRoutes(
  keyring: Keyring,
  mounted: Mounted,
  candidates: readonly Operation[],
): Operation[] {
  return Object.entries(additions(keyring)).map(([id, addition]) => {
    const operation = candidates.find((each) => each.id === id);
    if (operation === undefined) throw new Error(`there is no live operation ${id}`);
    return buildTwin(operation, mounted, addition);
  });
}
