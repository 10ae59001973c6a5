import { systemTiming } from "../../../../src/chain/rpc/timing.ts";
import { parseConfig } from "../../../../src/compose/config.ts";
import { openChain } from "../../../../src/compose/open/chain.ts";
import { systemClock } from "../../../../src/kit/clock.ts";

/** A process of its own that asks the configured chain for its slot as often as it may, once a line arrives. */

const chain = openChain(parseConfig(process.env), systemClock, systemTiming);
if (chain === null) throw new Error("no chain is configured");
await chain.getSlot();
console.log("ready");
const requests = Number(process.argv[2]);
for await (const _ of console) {
  for (let request = 0; request < requests; request++) await chain.getSlot();
  break;
}
