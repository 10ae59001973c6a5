export {
  keepNonce,
  mutationStore,
  operatorMutations,
  purgeExpired,
  purgeOperatorMutations,
  type UsedNonce,
} from "./store.ts";
