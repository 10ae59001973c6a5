import { REVISION_CONFLICT } from "../../platform/revisions/index.ts";

export const SUPPRESSION_ERRORS = REVISION_CONFLICT;
