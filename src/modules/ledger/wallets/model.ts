import { Type } from "@sinclair/typebox";
import { Echo, PageEcho, RowCount } from "../../../http/input/list-shapes.ts";
import { PageQuery, Pagination } from "../../../http/input/paging.ts";
import {
  BodyFlag,
  Described,
  Links,
  Nullable,
  OneOf,
  SolanaAddress,
  Text,
  Timestamp,
} from "../../../http/schema/shapes.ts";
import { ChainModeShape } from "../../platform/chain-access/index.ts";
import { UserPath, Wallet } from "../users/index.ts";

export const WalletPath = Type.Object({
  wallet_address: SolanaAddress({ description: "Address of the wallet on Solana, in base58." }),
});
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
  wallet: Described(Wallet, "The linked wallet as stored now."),
  wallets: Type.Array(Wallet, { description: "All of the user's wallets, oldest first." }),
});

export const WalletsQuery = Type.Object(PageQuery);

export const WalletList = Type.Object({
  wallets: Type.Array(Wallet, { description: "The user's wallets, newest first." }),
  count: RowCount,
  query: Echo({
    ...PageEcho,
  }),
  pagination: Pagination,
});

export const UnlinkedWallet = Type.Object({
  deleted: Type.Boolean({ description: "Always true: the wallet was unlinked." }),
  wallet_address: Type.String({ description: "Address of the unlinked wallet." }),
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
  challenge_id: Type.String({ description: "Id of the challenge, to be sent with the proof." }),
  text: Type.String({ description: "The text that the wallet must sign unchanged (Sign-In-With-Solana)." }),
  expires_at: Timestamp({ description: "Time after which the challenge is refused." }),
});

export const WALLET_STATES = [
  "linked",
  "connected_session",
  "verified",
  "stale_verification",
  "hidden",
] as const;

export const Verification = Type.Object({
  wallet: Type.String({ description: "The wallet's address, as asked for." }),
  linked: Type.Boolean({ description: "Whether the wallet is linked to one of your users." }),
  wallet_states: Type.Object(
    {
      linked: Type.Boolean({ description: "Whether the wallet is linked to one of your users." }),
      connected_session: Type.Boolean({ description: "Whether ownership was proved in the last 24 hours." }),
      verified: Type.Boolean({
        description:
          "Whether ownership was proved at least once; stale_verification says whether that is too long ago.",
      }),
      stale_verification: Type.Boolean({
        description: "Whether the last proof of ownership is more than reverify_days old.",
      }),
      hidden: Type.Boolean({ description: "Whether the user keeps the wallet private." }),
    },
    { description: "What is known of the wallet, one flag per state." },
  ),
  verification: Type.Object(
    {
      verified: Type.Boolean({ description: "Whether ownership was proved at least once." }),
      verified_at_utc: Nullable(Timestamp(), {
        description: "Time of the last proof of ownership; null before the first.",
      }),
      verification_age_days: Nullable(Type.Integer(), {
        description: "Days since the last proof of ownership; null before the first.",
      }),
      freshness: OneOf(["fresh", "aging", "stale", "never"], {
        description:
          "Age of the last proof. fresh: recent. aging: due for renewal soon. stale: older than reverify_days. never: no proof yet.",
      }),
      status_text: Type.String({ description: "The age of the last proof in a sentence, for people." }),
      reverify_days: Type.Integer({ description: "Days after which a verification is stale." }),
    },
    { description: "Time and age of the last proof of ownership." },
  ),
  owner: Nullable(
    Type.Object({
      user_id: Type.Integer({ description: "The service's id of the user." }),
      external_id: Type.String({ description: "Your own id of the user." }),
      is_primary: Type.Boolean({ description: "Whether it is the user's primary wallet." }),
      is_hidden: Type.Boolean({ description: "Whether the user keeps the wallet private." }),
    }),
    { description: "The user of yours to whom the wallet is linked; null if there is none." },
  ),
  state_model: Type.Array(Type.String(), {
    description: "Names of the members of wallet_states, in their order.",
  }),
  docs_links: Links,
  links: Links,
});

export const Holdings = Type.Object({
  wallet: Type.String({ description: "The wallet's address, as asked for." }),
  native_balance: Type.Number({ description: "The wallet's balance in SOL." }),
  token_balance: Type.Number({ description: "Whole tokens of the mint, over all the wallet's accounts." }),
  lp_mint: Type.String({ description: "Mint of the liquidity pool; empty if none is configured." }),
  lp_amount: Type.Number({
    description: "The wallet's tokens of the liquidity pool; 0 if no pool is configured.",
  }),
  chain_mode: ChainModeShape,
  docs_links: Links,
  links: Links,
});
