export { type Hash, LookupKey } from "./lookup-key.ts";
