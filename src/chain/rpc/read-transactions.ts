import { NotThere } from "../errors.ts";
import type { SignaturePage, SignatureQuery, TokenMovement, TokenTransfers } from "../transactions.ts";
import type { Endpoint } from "./endpoint.ts";
import { RpcFailure } from "./failure.ts";
import { parseMovement } from "./movements.ts";
import { readSignatures, readTransaction, SIGNATURES_A_PAGE } from "./queries.ts";
import type { Quorum } from "./quorum.ts";
import { textOfBigInt } from "./snapshots.ts";
import { parseTransfers } from "./transactions.ts";

/**
 * A page of the newest signatures is cut here: an address ahead of the others sees fewer old ones in its thousand.
 */
const PAGE_CUT = 800;

/** Null where as many addresses as must agree say that there is no such transaction. */
export async function agreeOnTransfers(quorum: Quorum, signature: string): Promise<TokenTransfers | null> {
  try {
    return await agreeOnTransaction(quorum, signature, (raw) => parseTransfers(raw));
  } catch (error) {
    if (error instanceof NotThere && error.isProved) return null;
    throw error;
  }
}

/** Null where too few addresses have the transaction. */
export async function agreeOnMovement(
  quorum: Quorum,
  signature: string,
  mint: string,
): Promise<TokenMovement | null> {
  try {
    return await agreeOnTransaction(quorum, signature, (raw) => parseMovement(raw, mint));
  } catch (error) {
    if (error instanceof NotThere) return null;
    throw error;
  }
}

export async function agreeOnSignatures(
  quorum: Quorum,
  address: string,
  query: SignatureQuery,
): Promise<SignaturePage> {
  const { value } = await quorum.agree<SignaturePage>({
    minSlot: 0n,
    askAll: false,
    ask: async (endpoint) => {
      const { value: page } = await readSignatures(endpoint, address, query);
      const known = page.filter(({ slot }) => slot <= query.throughSlot);
      const isFull = page.length >= SIGNATURES_A_PAGE;
      // A full page of later slots does not reach the requested history: taken as empty, it would count as synced.
      if (isFull && known.length === 0) throw new RpcFailure("invalid_answer");
      const signatures = isFull && query.before === null ? known.slice(0, PAGE_CUT) : known;
      return { value: { signatures, isLast: !isFull }, slot: null };
    },
    fields: ({ signatures, isLast }) => ({
      signatures: `${isLast} ${signatures.map(({ signature, failed }) => `${signature}${failed ? "!" : ""}`).join(" ")}`,
    }),
  });
  return value;
}

/**
 * Asks every address before giving up on a transaction, because non-archive nodes return null for old ones.
 * @throws NotThere if too few addresses have it or can be read
 */
async function agreeOnTransaction<Value extends TokenTransfers | TokenMovement>(
  quorum: Quorum,
  signature: string,
  read: (raw: Parameters<typeof parseTransfers>[0]) => Value | null,
): Promise<Value | null> {
  const lacking = new Set<Endpoint>();
  const { value } = await quorum.agree<Value | null>({
    minSlot: 0n,
    askAll: false,
    ask: async (endpoint) => {
      const raw = await readTransaction(endpoint, signature);
      try {
        if (raw === null) throw new RpcFailure("invalid_answer");
        return { value: read(raw), slot: null };
      } catch (error) {
        lacking.add(endpoint);
        throw error;
      }
    },
    fields: (found) => ({ transaction: JSON.stringify(found, textOfBigInt) }),
    lacking: () => lacking.size,
  });
  return value;
}
