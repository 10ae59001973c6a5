import { CHAIN_MODES } from "../../../chain/chain-reader.ts";
import { OneOf } from "../../../http/shapes.ts";

/** `chain_mode` of every answer that the chain feeds (contract section 1). */
export const ChainModeShape = OneOf(CHAIN_MODES, {
  description: "demo: an embedded demo chain fed this, none is configured.",
});
