import { Type } from "@sinclair/typebox";
import { Nullable, OneOf, Text, Timestamp } from "../../http/shapes.ts";

const Status = OneOf(["active", "suspended"]);

export const CreateUserBody = Type.Object({
  external_id: Type.String({ format: "external-id" }),
  username: Type.Optional(Nullable(Text(64))),
  display_name: Type.Optional(Nullable(Text(128))),
  email: Type.Optional(Nullable(Type.String({ format: "email" }))),
  status: Type.Optional(Status),
});

export const User = Type.Object(
  {
    id: Type.Integer(),
    external_id: Type.String(),
    username: Nullable(Type.String()),
    display_name: Nullable(Type.String()),
    email: Nullable(Type.String()),
    status: Status,
    is_verified: Type.Boolean({ description: "Whether the primary wallet is verified." }),
    wallet_address: Nullable(Type.String(), { description: "The primary wallet." }),
    created_at: Timestamp(),
    updated_at: Timestamp(),
  },
  { title: "User" },
);
