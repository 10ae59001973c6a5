export { mutationStore, operatorMutations, purgeExpired, purgeOperatorMutations } from "./store.ts";
