/** Where the documents and pages of the audits are. */
export const AUDITS_PATH = "/transparency/audit-anomalies";
