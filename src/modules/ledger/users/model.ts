import { type TSchema, Type } from "@sinclair/typebox";
import { Echo, PageEcho, RowCount } from "../../../http/input/list-shapes.ts";
import { PageQuery, Pagination } from "../../../http/input/paging.ts";
import {
  Described,
  Flag,
  Links,
  Nullable,
  OneOf,
  SolanaAddress,
  Text,
  Timestamp,
  UserId,
} from "../../../http/schema/shapes.ts";
import { Metadata, MetadataEcho, MetadataFilter, MetadataInput } from "../../platform/metadata/index.ts";
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
    blockchain: Type.String({ description: "Blockchain of the address; always solana." }),
    wallet_address: Type.String({ description: "The wallet's address, in base58." }),
    label: Nullable(Type.String(), { description: "Your label for the wallet; null if none is set." }),
    is_primary: BinaryFlag("1 for the user's primary wallet, otherwise 0."),
    is_hidden: BinaryFlag("1 if the user keeps the wallet private, otherwise 0."),
    verified: BinaryFlag("1 if ownership of the wallet was ever proved, otherwise 0."),
    verified_at: Nullable(Timestamp(), {
      description: "Time of the last proof of ownership; null before the first.",
    }),
    proof_format: Nullable(OneOf(["raw", "offchain_v1", "offchain_v0", "offchain_legacy"]), {
      description:
        "Form of the signed text in the last proof: raw for the text itself, the others for Solana's off-chain envelopes. Null before the first proof.",
    }),
    created_at: Timestamp({ description: "Time at which the wallet was linked to the user." }),
  },
  { title: "Wallet" },
);

const userFields = {
  id: Type.Integer({ description: "The service's id of the user; other operations take it as user_id." }),
  external_id: Type.String({ description: "Your own id of the user, unique among your users." }),
  username: Nullable(Type.String(), {
    description: "The user's name in your application, such as a login; null if none is set.",
  }),
  display_name: Nullable(Type.String(), { description: "Name shown to people; null if none is set." }),
  email: Nullable(Type.String(), { description: "The user's e-mail address; null if none is set." }),
  status: Described(
    Status,
    "active, or suspended: nothing can be debited, converted or claimed, while credits and reads go on.",
  ),
  is_verified: Type.Boolean({ description: "Whether ownership of the user's primary wallet was proved." }),
  wallet_address: Nullable(Type.String(), {
    description: "Address of the user's primary wallet; null if no wallet is linked.",
  }),
  metadata: Metadata,
  created_at: Timestamp({ description: "Time at which the user was created." }),
  updated_at: Timestamp({ description: "Time at which the user was last changed." }),
  wallets: Type.Optional(
    Type.Array(Wallet, {
      description: "The user's wallets, oldest first; only present with include_wallets.",
    }),
  ),
} satisfies Shapes<"answer"> & Record<string, TSchema>;

export const User = Type.Object(userFields, { title: "User" });

export const OneUser = Type.Object({
  user: Described(User, "The user as stored now."),
  docs_links: Links,
  links: Links,
});

export const DeletedUser = Type.Object({
  deleted: Type.Boolean({ description: "Always true: the user was deleted." }),
  user_id: Type.Integer({
    description: "The service's id of the deleted user, which its ledger entries keep.",
  }),
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
const status = Type.Optional(Described(Status, "Only users with this status: active or suspended."));
const metadata = Type.Optional(MetadataFilter);

export const ListUsersQuery = Type.Object({
  status,
  q,
  metadata,
  include_wallets: IncludeWallets,
  ...PageQuery,
});

const filters = {
  email: Type.Optional(
    Type.String({
      format: "email",
      description: "Only the user with exactly this e-mail address, in any case.",
    }),
  ),
  username: Type.Optional(Text(64, { description: "Only users with exactly this username." })),
  status,
} satisfies Shapes<"filter">;

export const LookupUsersQuery = Type.Object({
  q,
  ...filters,
  wallet: Type.Optional(
    SolanaAddress({ description: "Only the user to whom exactly this wallet is linked." }),
  ),
  metadata,
  include_wallets: IncludeWallets,
  ...PageQuery,
});

const echoed = {
  ...PageEcho,
  status: Nullable(Status),
  q: Nullable(Type.String()),
  metadata: MetadataEcho,
  include_wallets: Type.Boolean(),
};

const list = {
  users: Type.Array(User, { description: "Users, ordered by the service's id." }),
  count: RowCount,
};
const around = { pagination: Pagination, docs_links: Links, links: Links };

export const UserList = Type.Object({
  ...list,
  query: Echo(echoed),
  ...around,
});

export const UserLookup = Type.Object({
  ...list,
  query: Echo({
    ...({
      ...echoed,
      email: Nullable(Type.String()),
      username: Nullable(Type.String()),
    } satisfies Shapes<"filter"> & Record<string, TSchema>),
    wallet: Nullable(Type.String()),
  }),
  ...around,
});
