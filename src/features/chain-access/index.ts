export { ChainModeShape } from "./model.ts";
export { reading, requireChain } from "./require-chain.ts";
