import type { ChainReader } from "../../../chain/chain-reader.ts";
import type { Mounted } from "../../../http/mounted.ts";
import { type Operation, partner, readOperation } from "../../../http/operation.ts";
import { SingleFlight } from "../../../kit/single-flight.ts";
import { CHAIN_ERRORS, requireChain } from "../../platform/chain-access/index.ts";
import { TokenStatus } from "./model.ts";
import { liveTokenStatus, storedTokenStatus } from "./token-status.ts";
import type { TrackedToken } from "./tracked-token.ts";

/** @param token null if no chain is configured: token-status then answers 503. */
export function tokenRoutes(
  mounted: Mounted,
  chain: ChainReader | null,
  token: TrackedToken | null,
): Operation[] {
  const flights = new SingleFlight();
  return [
    readOperation({
      id: "getTokenStatus",
      method: "GET",
      path: "/api/partner/token-status",
      group: "token",
      summary: "Read the token's supply, circulation and holders",
      description:
        "Figures that jobs read from the chain, finalized; as_of_utc and age_hours give their age. Before the first figures are stored, the chain is read for this answer.",
      access: partner(null),
      response: TokenStatus,
      errors: [CHAIN_ERRORS.rpc_unavailable],
      read: ({ db, now }) => {
        const reader = requireChain(chain);
        if (token === null) throw new Error("a chain without a token");
        const stored = storedTokenStatus(db.read, { token, mounted, now });
        if (stored !== null) return stored;
        return flights.run("status", () => liveTokenStatus(db.read, reader, { token, mounted, now }));
      },
    }),
  ];
}
