import { type S3Store, StoreError } from "../lease/index.ts";

/** Outcome of a trial upload. */
export interface StoreTrial {
  /** The store's own words; null if it accepted the upload. */
  refusal: { words: string; code: string | null } | null;
  /** The store's clock minus this machine's, in milliseconds; null if unknown. */
  skewMs: number | null;
}

/** Always the same name, so that a store without deletion keeps one. */
const NAME = "doctor-trial";

/** Uploads an object of one byte and deletes it again. */
export async function tryStore(store: S3Store): Promise<StoreTrial> {
  try {
    await store.write(NAME, "1");
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { refusal: { words: error.message, code: error.code }, skewMs: store.skewMs };
  }
  const { skewMs } = store;
  // Backups are never deleted there, so the right to may be missing.
  await store.remove(NAME).catch(() => {});
  return { refusal: null, skewMs };
}
