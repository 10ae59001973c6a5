export { createRetention, purgeInChunks, type Retention } from "./retention.ts";
