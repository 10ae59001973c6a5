export { FieldHashes } from "./field-hashes.ts";
export { keepNonce, listUsedNonces, type UsedNonce } from "./nonces.ts";
export {
  createMutationStore,
  createOperatorMutations,
  noteEntry,
  purgeExpired,
  purgeOperatorMutations,
} from "./store.ts";
