export {
  addMetadata,
  Metadata,
  MetadataFilter,
  MetadataInput,
  type MetadataPair,
  metadataPairs,
  readMetadata,
  storeMetadata,
} from "./metadata.ts";
