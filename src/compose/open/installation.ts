import { gatherFacts, inspectOwnership } from "../../doctor/facts.ts";
import { judgeFacts } from "../../doctor/findings.ts";
import { type Clock, MINUTE_MS } from "../../kit/clock.ts";
import { Recent } from "../../kit/recent.ts";
import { rememberedBriefly } from "../../kit/remembered.ts";
import type { LeaseKeeper } from "../../modules/operations/lease/index.ts";
import type { StoreFacts } from "../../modules/operations/stores/index.ts";
import type { Config } from "../config.ts";
import { leaseFacts } from "../lease.ts";
import type { Installation } from "../services.ts";
import { tryStores } from "../try-stores.ts";

/** Pages and monitors that ask for doctor's findings share a minute's trial uploads, and its look at thousands of files. */
const SHARED_MS = MINUTE_MS;
/** A look at all findings takes a quarter of a second. */
const FINDINGS_MS = 5 * MINUTE_MS;

interface Parts {
  config: Config;
  clock: Clock;
  lease: LeaseKeeper | null;
}

export function openInstallation({ config, clock, lease }: Parts): Installation {
  const trials = rememberedBriefly(SHARED_MS, tryStores);
  const owners = rememberedBriefly(SHARED_MS, inspectOwnership);
  const recent = new Recent<"all", ReturnType<typeof judgeFacts>>(FINDINGS_MS);
  let stores: StoreFacts["stores"] = { copies: null, replica: null };
  const known = () => {
    const ownership = owners(config.dataDir);
    return judgeFacts(gatherFacts(config, clock.now(), { lease: leaseFacts(lease), stores, ownership }));
  };
  return {
    async findings() {
      stores = await trials(config);
      return known();
    },
    recentFindings: () => recent.get("all", { now: clock.now() }, known),
    settings: () => config.described,
  };
}
