import { Type } from "@sinclair/typebox";
import { PageQuery, Pagination } from "../../../http/input/paging.ts";
import {
  BodyFlag,
  Links,
  Nullable,
  OneOf,
  SolanaAddress,
  Text,
  Timestamp,
} from "../../../http/schema/shapes.ts";
import { ChainModeShape } from "../../platform/chain-access/index.ts";
import { UserPath, Wallet } from "../users/index.ts";

export const WalletPath = Type.Object({ wallet_address: SolanaAddress() });
export const UserWalletPath = Type.Object({ ...UserPath.properties, ...WalletPath.properties });

export const Proof = Type.Object(
  {
    challenge_id: Text(64),
    signature: Text(256, { description: "64 bytes as base58, base64, base64url or hex." }),
  },
  { description: "Proves that the user holds the wallet's key: a signature over a challenge's text." },
);

export const LinkWalletBody = Type.Object({
  blockchain: OneOf(["solana"]),
  wallet_address: SolanaAddress(),
  label: Type.Optional(Nullable(Text(64))),
  is_primary: Type.Optional(BodyFlag()),
  is_hidden: Type.Optional(BodyFlag()),
  proof: Type.Optional(Proof),
});

export const LinkedWallet = Type.Object({
  wallet: Wallet,
  wallets: Type.Array(Wallet, { description: "All of the user's wallets, oldest first." }),
});

export const WalletsQuery = Type.Object(PageQuery);

export const WalletList = Type.Object({
  wallets: Type.Array(Wallet, { description: "Newest first." }),
  count: Type.Integer(),
  query: Type.Object({
    limit: Type.Integer(),
    offset: Type.Integer(),
    cursor: Nullable(Type.String()),
  }),
  pagination: Pagination,
});

export const UnlinkedWallet = Type.Object({
  deleted: Type.Boolean(),
  wallet_address: Type.String(),
  wallets: Type.Array(Wallet, { description: "The remaining wallets, oldest first." }),
});

export const ChallengeBody = Type.Object({
  wallet_address: SolanaAddress(),
  domain: Type.Optional(
    Text(260, {
      description:
        "Host of the page that asks for the signature: one of the key's domains, or the service's own (default).",
    }),
  ),
});

export const Challenge = Type.Object({
  challenge_id: Type.String(),
  text: Type.String({ description: "To be signed unchanged (Sign-In-With-Solana)." }),
  expires_at: Timestamp(),
});

export const WALLET_STATES = [
  "linked",
  "connected_session",
  "verified",
  "stale_verification",
  "hidden",
] as const;

export const Verification = Type.Object({
  wallet: Type.String(),
  linked: Type.Boolean({ description: "Whether one of your users has it." }),
  wallet_states: Type.Object({
    linked: Type.Boolean(),
    connected_session: Type.Boolean({ description: "Proved in the last 24 h." }),
    verified: Type.Boolean({
      description: "Proved at least once; stale_verification says whether that is too long ago.",
    }),
    stale_verification: Type.Boolean(),
    hidden: Type.Boolean(),
  }),
  verification: Type.Object({
    verified: Type.Boolean(),
    verified_at_utc: Nullable(Timestamp()),
    verification_age_days: Nullable(Type.Integer()),
    freshness: OneOf(["fresh", "aging", "stale", "never"]),
    status_text: Type.String(),
    reverify_days: Type.Integer(),
  }),
  owner: Nullable(
    Type.Object({
      user_id: Type.Integer(),
      external_id: Type.String(),
      is_primary: Type.Boolean(),
      is_hidden: Type.Boolean(),
    }),
  ),
  state_model: Type.Array(Type.String(), { description: "Names of the states." }),
  docs_links: Links,
  links: Links,
});

export const Holdings = Type.Object({
  wallet: Type.String(),
  native_balance: Type.Number({ description: "SOL." }),
  token_balance: Type.Number({ description: "Whole tokens of the mint, over all the wallet's accounts." }),
  lp_mint: Type.String({ description: "Mint of the liquidity pool; empty if none is configured." }),
  lp_amount: Type.Number(),
  chain_mode: ChainModeShape,
  docs_links: Links,
  links: Links,
});
