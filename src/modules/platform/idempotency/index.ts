export { mutationStore, purgeExpired } from "./store.ts";
