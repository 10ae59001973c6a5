import { Type } from "@sinclair/typebox";
import { sandboxRoutes, type TwinAddition, twinOf } from "../features/sandbox/index.ts";
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
};

/** Operations of sandbox keys, under /api/partner/sandbox: the twins of partners' live ones, and the sandbox's own. */
export function sandboxOperations(
  { clock, evidence, sandbox }: Services,
  mounted: Mounted,
  live: readonly Operation[],
): Operation[] {
  const twins = Object.entries(TWINS).map(([id, addition]) => {
    const operation = live.find((each) => each.id === id);
    if (operation === undefined) throw new Error(`there is no live operation ${id}`);
    return twinOf(operation, mounted, addition);
  });
  return [...sandboxRoutes({ clock, evidence, sandbox }, mounted), ...twins];
}
