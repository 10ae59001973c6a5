export { createRetention, type Purge, purgeInChunks, type Retention } from "./retention.ts";
