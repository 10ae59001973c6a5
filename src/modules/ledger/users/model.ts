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
    blockchain: Type.String({ description: "Blockchain of the address." }),
    wallet_address: Type.String({ description: "The wallet's address." }),
    label: Nullable(Type.String(), { description: "Label shown to people; null if there is none." }),
    is_primary: BinaryFlag("1 for the user's primary wallet."),
    is_hidden: BinaryFlag("1 if the user keeps it private."),
    verified: BinaryFlag("1 once its ownership was proved."),
    verified_at: Nullable(Timestamp(), { description: "Time of the last proof." }),
    proof_format: Nullable(OneOf(["raw", "offchain_v1", "offchain_v0", "offchain_legacy"]), {
      description: "The signed form: the text itself, or one of Solana's off-chain envelopes.",
    }),
    created_at: Timestamp({ description: "Time of creation." }),
  },
  { title: "Wallet" },
);

const userFields = {
  id: Type.Integer({ description: "Unique id." }),
  external_id: Type.String({ description: "Your own id of the user." }),
  username: Nullable(Type.String(), { description: "Username; null if none is set." }),
  display_name: Nullable(Type.String(), { description: "Name shown to people; null if none is set." }),
  email: Nullable(Type.String(), { description: "E-mail address; null if none is set." }),
  status: Described(Status, "The status."),
  is_verified: Type.Boolean({ description: "Whether the primary wallet is verified." }),
  wallet_address: Nullable(Type.String(), { description: "The primary wallet." }),
  metadata: Metadata,
  created_at: Timestamp({ description: "Time of creation." }),
  updated_at: Timestamp({ description: "Time of the last change." }),
  wallets: Type.Optional(Type.Array(Wallet, { description: "Only with include_wallets; oldest first." })),
} satisfies Shapes<"answer"> & Record<string, TSchema>;

export const User = Type.Object(userFields, { title: "User" });

export const OneUser = Type.Object({ user: Described(User, "The user."), docs_links: Links, links: Links });

export const DeletedUser = Type.Object({
  deleted: Type.Boolean({ description: "Always true." }),
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
  ...PageEcho,
  status: Nullable(Status),
  q: Nullable(Type.String()),
  metadata: MetadataEcho,
  include_wallets: Type.Boolean(),
};

const list = {
  users: Type.Array(User, { description: "Users, by id." }),
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
