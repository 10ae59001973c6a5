export { STORE_FINDINGS, type StoreFacts } from "./findings.ts";
export { COPY_SETTINGS, explainCode } from "./hints.ts";
export { tryStore } from "./try-store.ts";
