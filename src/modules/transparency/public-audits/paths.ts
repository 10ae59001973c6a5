/** Path prefix of the audit documents and pages. */
export const AUDITS_PATH = "/transparency/audit-anomalies";
