import { type TSchema, Type } from "@sinclair/typebox";
import { PageQuery, Pagination } from "../../../http/input/paging.ts";
import {
  Flag,
  Links,
  Nullable,
  OneOf,
  SolanaAddress,
  Text,
  Timestamp,
  UserId,
} from "../../../http/schema/shapes.ts";
import { Metadata, MetadataFilter, MetadataInput } from "../../platform/metadata/index.ts";
import type { UserColumn, UserPlace } from "../user-columns/index.ts";

const Status = OneOf(["active", "suspended"]);
const ExternalId = Type.String({ format: "external-id" });
const Email = Type.String({ format: "email" });

/** The shapes of a place's columns. */
type Shapes<Place extends UserPlace> = Record<UserColumn<Place>, TSchema>;

const changeable = {
  username: Type.Optional(Nullable(Text(64))),
  display_name: Type.Optional(Nullable(Text(128))),
  email: Type.Optional(Nullable(Email)),
  status: Type.Optional(Status),
  metadata: Type.Optional(MetadataInput),
} satisfies Shapes<"change">;

export const CreateUserBody = Type.Object({ external_id: ExternalId, ...changeable });

/** Null clears a field; missing fields stay. */
export const UpdateUserBody = Type.Object(changeable, { minProperties: 1 });

export const UserPath = Type.Object({ user_id: UserId });

const BinaryFlag = (description: string) => Type.Integer({ minimum: 0, maximum: 1, description });

export const Wallet = Type.Object(
  {
    blockchain: Type.String(),
    wallet_address: Type.String(),
    label: Nullable(Type.String()),
    is_primary: BinaryFlag("1 for the user's primary wallet."),
    is_hidden: BinaryFlag("1 if the user keeps it private."),
    verified: BinaryFlag("1 once its ownership was proved."),
    verified_at: Nullable(Timestamp(), { description: "Time of the last proof." }),
    proof_format: Nullable(OneOf(["raw", "offchain_v1", "offchain_v0", "offchain_legacy"]), {
      description: "The signed form: the text itself, or one of Solana's off-chain envelopes.",
    }),
    created_at: Timestamp(),
  },
  { title: "Wallet" },
);

const userFields = {
  id: Type.Integer(),
  external_id: Type.String(),
  username: Nullable(Type.String()),
  display_name: Nullable(Type.String()),
  email: Nullable(Type.String()),
  status: Status,
  is_verified: Type.Boolean({ description: "Whether the primary wallet is verified." }),
  wallet_address: Nullable(Type.String(), { description: "The primary wallet." }),
  metadata: Metadata,
  created_at: Timestamp(),
  updated_at: Timestamp(),
  wallets: Type.Optional(Type.Array(Wallet, { description: "Only with include_wallets; oldest first." })),
} satisfies Shapes<"answer"> & Record<string, TSchema>;

export const User = Type.Object(userFields, { title: "User" });

export const OneUser = Type.Object({ user: User, docs_links: Links, links: Links });

export const DeletedUser = Type.Object({
  deleted: Type.Boolean(),
  user_id: Type.Integer({ description: "Still identifies the user's ledger entries." }),
});

const IncludeWallets = Type.Optional(Flag({ description: "Adds each user's wallets." }));

export const UserQuery = Type.Object({
  external_id: Type.Optional(
    Type.String({
      format: "external-id",
      description: "The user's expected external_id; 404 if it differs.",
    }),
  ),
  include_wallets: IncludeWallets,
});

const q = Type.Optional(
  Text(254, {
    description:
      "Part of username, display_name, external_id, e-mail (any case) or of a wallet address (exact case); one or two characters match only the beginning.",
  }),
);
const status = Type.Optional(Status);
const metadata = Type.Optional(MetadataFilter);

export const ListUsersQuery = Type.Object({
  status,
  q,
  metadata,
  include_wallets: IncludeWallets,
  ...PageQuery,
});

const filters = {
  email: Type.Optional(Type.String({ format: "email", description: "The whole address, in any case." })),
  username: Type.Optional(Text(64, { description: "Exactly this." })),
  status,
} satisfies Shapes<"filter">;

export const LookupUsersQuery = Type.Object({
  q,
  ...filters,
  wallet: Type.Optional(SolanaAddress({ description: "Exactly this." })),
  metadata,
  include_wallets: IncludeWallets,
  ...PageQuery,
});

const echoed = {
  limit: Type.Integer(),
  offset: Type.Integer(),
  cursor: Nullable(Type.String()),
  status: Nullable(Status),
  q: Nullable(Type.String()),
  metadata: Metadata,
  include_wallets: Type.Boolean(),
};

const list = { users: Type.Array(User), count: Type.Integer() };
const around = { pagination: Pagination, docs_links: Links, links: Links };

export const UserList = Type.Object({ ...list, query: Type.Object(echoed), ...around });

export const UserLookup = Type.Object({
  ...list,
  query: Type.Object({
    ...({
      ...echoed,
      email: Nullable(Type.String()),
      username: Nullable(Type.String()),
    } satisfies Shapes<"filter"> & Record<string, TSchema>),
    wallet: Nullable(Type.String()),
  }),
  ...around,
});
