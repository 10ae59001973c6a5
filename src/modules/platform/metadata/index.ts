export {
  addMetadata,
  formatMetadata,
  Metadata,
  MetadataEcho,
  MetadataFilter,
  MetadataInput,
  type MetadataPair,
  metadataPairs,
  readMetadata,
} from "./metadata.ts";
