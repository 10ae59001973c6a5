import { MINUTE_MS } from "../../../kit/clock.ts";
import { SealError } from "../../../kit/crypto/seal.ts";
import type { Keyring } from "../../platform/master-key/index.ts";

const PREFIX = "mpw_";
const CONTEXT = "a player's wallet ticket";
export const TICKET_LIFE_MS = 15 * MINUTE_MS;

/** A credential with which a page in a wallet's browser links the wallet to its player, and can do nothing else. */
export class WalletTickets {
  constructor(private readonly keyring: Keyring) {}

  issue(telegramId: number, now: number): { ticket: string; expiresAt: number } {
    const expiresAt = now + TICKET_LIFE_MS;
    const ticket = PREFIX + this.keyring.seal(`${telegramId}:${expiresAt}`, CONTEXT);
    return { ticket, expiresAt };
  }

  /** The Telegram id of the player; null for an invalid or expired ticket. */
  read(text: string, now: number): number | null {
    try {
      const plain = this.keyring.unseal(text.slice(PREFIX.length), CONTEXT);
      const [telegramId, expiresAt] = plain.split(":").map(Number);
      return telegramId !== undefined && expiresAt !== undefined && now < expiresAt ? telegramId : null;
    } catch (error) {
      if (error instanceof SealError) return null;
      throw error;
    }
  }
}

export function isWalletTicket(token: string): boolean {
  return token.startsWith(PREFIX);
}
