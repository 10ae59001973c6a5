export { FieldHashes } from "./field-hashes.ts";
export { keepNonce, listUsedNonces, type UsedNonce } from "./nonces.ts";
export {
  createMutationStore,
  createOperatorMutations,
  purgeExpired,
  purgeOperatorMutations,
} from "./store.ts";
