export { countExport, type ExportParts } from "./count-export.ts";
export { exportOperation } from "./export-operation.ts";
export {
  EXPORT_SOURCES,
  type ExportSource,
  type ExportUsageRow,
  listExportUsage,
  purgeExportUsage,
} from "./store.ts";
