export { LookupKey } from "./lookup-key.ts";
