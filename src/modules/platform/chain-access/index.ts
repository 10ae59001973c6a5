export { CHAIN_ERRORS } from "./errors.ts";
export { CHAIN_MODE_HEADERS, ChainModeShape, setChainMode } from "./model.ts";
export { NO_CHAIN, noChainWords, reading, requireChain, requireFigures } from "./require-chain.ts";
