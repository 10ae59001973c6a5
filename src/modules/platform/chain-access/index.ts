export { ChainModeShape } from "./model.ts";
export { reading, requireChain, requireFigures } from "./require-chain.ts";
