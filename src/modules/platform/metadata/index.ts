export {
  addMetadata,
  Metadata,
  MetadataEcho,
  MetadataFilter,
  MetadataInput,
  type MetadataPair,
  metadataPairs,
  readMetadata,
  storeMetadata,
} from "./metadata.ts";
