import { Type } from "@sinclair/typebox";
import { claimsRoutes } from "../features/claims/index.ts";
import {
  PREVIEWED_CLAIM,
  sandboxRoutes,
  TOKEN_FIXTURE,
  type TwinAddition,
  twinOf,
} from "../features/sandbox/index.ts";
import type { Mounted } from "../http/mounted.ts";
import type { Operation } from "../http/operation.ts";
import type { Services } from "../services.ts";

const CURRENCY: TwinAddition = {
  shape: Type.Object({ currency: Type.Literal("SALUTES") }),
  of: () => ({ currency: "SALUTES" }),
};

/** The live operations that have a twin in the sandbox, by id, with what the twin adds. */
const TWINS: Readonly<Record<string, TwinAddition | null>> = {
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
};

/** Operations of sandbox keys, under /api/partner/sandbox: the twins of partners' live ones, and the sandbox's own. */
export function sandboxOperations(
  { claimCodes, clock, evidence, sandbox }: Services,
  mounted: Mounted,
  live: readonly Operation[],
): Operation[] {
  // Practice sends no mail, and its claims are never paid.
  const claims = claimsRoutes({ codes: claimCodes, postbox: null, tokenMint: TOKEN_FIXTURE.mint });
  const twins = Object.entries(TWINS).map(([id, addition]) => {
    const operation = [...claims, ...live].find((each) => each.id === id);
    if (operation === undefined) throw new Error(`there is no live operation ${id}`);
    return twinOf(operation, mounted, addition);
  });
  return [...sandboxRoutes({ clock, evidence, sandbox }, mounted), ...twins];
}
