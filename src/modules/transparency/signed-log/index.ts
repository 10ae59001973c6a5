export { appendOnce, appendToLog, jsonItem, LogHeld, type LogItem } from "./append.ts";
export { type LogMemory, logFaults } from "./check-log.ts";
export { type Hold, isBroken, readLogStatus, signsOn } from "./log-status.ts";
export { NoteError, publicKeyOfVkey } from "./note.ts";
export { keptNotePath, type LogSettings, loadSigner, openSignedLog } from "./open.ts";
export { type NoteProof, proveByNote } from "./prove-by-note.ts";
export { publishLog } from "./publish.ts";
export {
  currentLogId,
  findNewestReference,
  findPlace,
  type LoggedEntry,
  type LogHead,
  type LogPlace,
  type LogReference,
  placeOfKind,
  readEntry,
  readLastEntryAt,
  readLastObject,
  readLogHead,
  readPublishedNote,
  rootAt,
} from "./read.ts";
export { restartLog } from "./restart.ts";
export { LogError, resumeLog } from "./resume.ts";
export { signedLogRoutes } from "./routes.public.ts";
export type { SignedLog } from "./signed-log.ts";
export { pathOfLog } from "./signed-log.ts";
