export { CHAIN_ERRORS } from "./errors.ts";
export { ChainModeShape } from "./model.ts";
export { reading, requireChain, requireFigures } from "./require-chain.ts";
