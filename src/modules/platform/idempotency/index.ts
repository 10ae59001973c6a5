export { keepNonce, listUsedNonces, type UsedNonce } from "./nonces.ts";
export { mutationStore, operatorMutations, purgeExpired, purgeOperatorMutations } from "./store.ts";
