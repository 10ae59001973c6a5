/** The settings of a store as its operator knows them. */
export interface StoreSettings {
  endpoint: string;
  region: string;
  bucket: string;
  keyId: string;
  secret: string;
}

/** Of the store for copies of backups. */
export const COPY_SETTINGS: StoreSettings = {
  endpoint: "BACKUP_S3_ENDPOINT",
  region: "BACKUP_S3_REGION",
  bucket: "BACKUP_S3_BUCKET",
  keyId: "BACKUP_S3_ACCESS_KEY_ID",
  secret: "BACKUP_S3_SECRET_ACCESS_KEY",
};

/** Of the replica's store. */
export const REPLICA_SETTINGS: StoreSettings = {
  endpoint: "the endpoint in LITESTREAM_REPLICA_URL",
  region: "the region in LITESTREAM_REPLICA_URL",
  bucket: "the bucket in LITESTREAM_REPLICA_URL",
  keyId: "LITESTREAM_ACCESS_KEY_ID",
  secret: "LITESTREAM_SECRET_ACCESS_KEY",
};

/** What a store does, and what to check. */
interface Reason {
  says: string;
  check: string;
}

type Words = (settings: StoreSettings) => Reason;

const otherRegion: Words = ({ region, endpoint }) => ({
  says: "is of another region",
  check: `check ${region}, and that ${endpoint} is the address of that region`,
});
const checkEndpoint =
  (says: string, more: string): Words =>
  ({ endpoint }) => ({ says, check: `check ${endpoint}${more}` });

const refuses = checkEndpoint("refuses connections", ", and that the store is running");
const closed = checkEndpoint("closed the connection", ", and that the store is running");
const silent = checkEndpoint("does not answer", " and the network");
const nameless = checkEndpoint("cannot be resolved", " and the DNS servers");

/** By the code of the store's answer, or of the failed connection: `fetch` and Bun's S3 client have their own. */
const REASONS: Readonly<Record<string, Words>> = {
  ConnectionRefused: refuses,
  ECONNREFUSED: refuses,
  ConnectionClosed: closed,
  ECONNRESET: closed,
  ConnectionTimeout: silent,
  Timeout: silent,
  ETIMEDOUT: silent,
  FailedToOpenSocket: checkEndpoint("cannot be reached", " and the network"),
  DNSResolveFailed: nameless,
  ENOTFOUND: nameless,
  AccessDenied: ({ keyId }) => ({
    says: "denies access",
    check: `check ${keyId}, its permissions and the bucket`,
  }),
  InvalidAccessKeyId: ({ keyId }) => ({ says: "does not know the key", check: `check ${keyId}` }),
  SignatureDoesNotMatch: ({ secret, region }) => ({
    says: "refuses the signature",
    check: `check ${secret} and ${region}`,
  }),
  NoSuchBucket: ({ bucket }) => ({ says: "has no such bucket", check: `check ${bucket}` }),
  RequestTimeTooSkewed: () => ({ says: "refuses this machine's time", check: "correct the machine's clock" }),
  AuthorizationHeaderMalformed: otherRegion,
  IllegalLocationConstraintException: otherRegion,
  InvalidRegionName: otherRegion,
  PermanentRedirect: otherRegion,
};

/** Null for a code that no setting explains. */
export function explainCode(code: string | null, settings: StoreSettings): Reason | null {
  return code === null ? null : (REASONS[code]?.(settings) ?? null);
}

/** What to check after any refusal. */
export function checkAfter(code: string | null, settings: StoreSettings): string {
  const { endpoint, region, bucket, keyId, secret } = settings;
  return (
    explainCode(code, settings)?.check ??
    `check ${endpoint} (the address of the store's S3 API), ${region}, ${bucket}, ${keyId} and ${secret}`
  );
}
