import type { Decrypter, Encrypter } from "age-encryption";

/** Work factor for passphrases of at least 16 characters: 64 MiB of memory; age's default of 18 needs 256 MiB. */
const SCRYPT_LOG_N = 16;

/** Loaded on first use: loading takes a fifth of the start-up time. */
function age(): typeof import("age-encryption") {
  return require("age-encryption");
}

type Chunks = Iterable<Uint8Array<ArrayBuffer>> | AsyncIterable<Uint8Array<ArrayBuffer>>;

/** @param key BACKUP_ENCRYPTION_KEY */
export async function encrypt(chunks: Chunks, key: string): Promise<ReadableStream<Uint8Array>> {
  return (await encrypterOf(key)).encrypt(bytesOf(chunks));
}

/** @throws Error if the key does not open it */
export async function decrypt(chunks: Chunks, key: string): Promise<ReadableStream<Uint8Array>> {
  return (await decrypterOf(key)).decrypt(bytesOf(chunks));
}

function bytesOf(chunks: Chunks): ReadableStream<Uint8Array<ArrayBuffer>> {
  const parts = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return?.();
    },
  });
}

/** Accepts an identity (encrypts to its recipient), a recipient, or a passphrase (any other text). */
async function encrypterOf(key: string): Promise<Encrypter> {
  const { Encrypter, identityToRecipient } = age();
  const encrypter = new Encrypter();
  if (isIdentity(key)) encrypter.addRecipient(await identityToRecipient(key));
  else if (isRecipient(key)) encrypter.addRecipient(key);
  else encrypter.setPassphrase(key);
  encrypter.setScryptWorkFactor(SCRYPT_LOG_N);
  return encrypter;
}

async function decrypterOf(key: string): Promise<Decrypter> {
  if (isRecipient(key))
    throw new Error(
      "BACKUP_ENCRYPTION_KEY is an age recipient, which can only encrypt: set its AGE-SECRET-KEY-… to decrypt",
    );
  const { Decrypter } = age();
  const decrypter = new Decrypter();
  if (isIdentity(key)) decrypter.addIdentity(key);
  else decrypter.addPassphrase(key);
  return decrypter;
}

/** Why nothing can be encrypted under this key, without repeating the key; null if it can. */
export function keyFault(key: string): string | null {
  if (!isIdentity(key) && !isRecipient(key)) return null;
  try {
    const { Decrypter, Encrypter } = age();
    if (isIdentity(key)) new Decrypter().addIdentity(key);
    else new Encrypter().addRecipient(key);
    return null;
  } catch {
    return "it is mistyped or cut short";
  }
}

const isIdentity = (key: string) => key.startsWith("AGE-SECRET-KEY-");
/** Whether a key can encrypt but not decrypt. */
export const isRecipient = (key: string) => /^age1[a-z0-9]{20,}$/.test(key);
