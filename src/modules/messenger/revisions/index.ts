export { REVISION_ERRORS, requireRevision } from "./revisions.ts";
