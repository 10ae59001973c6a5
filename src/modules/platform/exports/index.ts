export { countExport, type ExportParts } from "./count-export.ts";
export {
  type ExportContext,
  type ExportedContent,
  type ExportedRows,
  exportOperation,
} from "./export-operation.ts";
export {
  EXPORT_SOURCES,
  type ExportSource,
  type ExportUsageRow,
  type ExportUse,
  listExportUsage,
  purgeExportUsage,
} from "./store.ts";
