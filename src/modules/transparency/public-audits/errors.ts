export { AUDIT_ERRORS } from "../audits/runs/index.ts";
