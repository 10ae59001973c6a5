import { CHAIN_MODES } from "../../../chain/chain-reader.ts";
import { OneOf } from "../../../http/schema/shapes.ts";

/** `chain_mode` of every answer based on the chain (contract section 1). */
export const ChainModeShape = OneOf(CHAIN_MODES, {
  description: "demo: from the embedded demo chain, because no other is configured.",
});
