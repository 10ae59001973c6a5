export { ArchivesSection } from "./archives-section.tsx";
export { archivePath, continueArchives, removeUnfinished } from "./make-archive.ts";
export { viewArchives } from "./read.ts";
export { archiveClosedMonth, archiveFinalMonth, requestArchives } from "./request-archives.ts";
export { monthArchiveRoutes } from "./routes.admin.ts";
export { listArchives } from "./store.ts";
