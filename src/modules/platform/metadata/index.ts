export { Metadata, MetadataInput, readMetadata, storeMetadata } from "./metadata.ts";
