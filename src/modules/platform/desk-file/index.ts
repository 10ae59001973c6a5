export { type DeskChange, DeskFileError, exportDesk, parseDesk, planImport } from "./desk-file.ts";
export type { DeskSection } from "./section.ts";
