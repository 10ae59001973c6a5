import type { Static } from "@sinclair/typebox";
import { isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import { readMetadata } from "../../platform/metadata/index.ts";
import type { UserColumn } from "../user-columns/index.ts";
import type { User, Wallet } from "./model.ts";
import type { UserRow, WalletRow } from "./store.ts";

/** A user as shown in answers; `wallets` is null unless requested. */
export function userView(
  user: UserRow,
  primary: WalletRow | null,
  wallets: readonly WalletRow[] | null,
): Static<typeof User> {
  return {
    id: user.id,
    external_id: user.external_id ?? "",
    username: user.username,
    display_name: user.display_name,
    email: user.email,
    status: user.status,
    is_verified: isVerified(primary),
    wallet_address: primary?.wallet_address ?? null,
    metadata: readMetadata(user.metadata),
    created_at: isoUtc(user.created_at),
    updated_at: isoUtc(user.updated_at),
    ...(wallets === null ? {} : { wallets: wallets.map(walletView) }),
  };
}

export function walletView(wallet: WalletRow): Static<typeof Wallet> {
  return {
    blockchain: wallet.blockchain,
    wallet_address: wallet.wallet_address,
    label: wallet.label,
    is_primary: wallet.is_primary,
    is_hidden: wallet.is_hidden,
    verified: wallet.verified_at === null ? 0 : 1,
    verified_at: isoUtcOrNull(wallet.verified_at),
    proof_format: wallet.proof_format,
    created_at: isoUtc(wallet.created_at),
  };
}

/** A user as shown in events, without the e-mail address. */
export function userEventData(user: UserRow, primary: WalletRow | null) {
  return {
    user_id: String(user.id),
    external_id: user.external_id,
    username: user.username,
    display_name: user.display_name,
    status: user.status,
    is_verified: isVerified(primary),
    metadata: readMetadata(user.metadata),
  } satisfies Record<Exclude<UserColumn<"event">, "id"> | "user_id" | "is_verified", unknown>;
}

function isVerified(primary: WalletRow | null): boolean {
  return primary !== null && primary.verified_at !== null;
}
