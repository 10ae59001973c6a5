import { Type } from "@sinclair/typebox";
import { type Operation, partner, writeOperation } from "../../http/operation.ts";
import { isoUtc } from "../../kit/clock.ts";
import { createUser } from "./create-user.ts";
import { CreateUserBody, User } from "./model.ts";

export const usersRoutes: Operation[] = [
  writeOperation({
    id: "createUser",
    method: "POST",
    path: "/api/partner/users",
    group: "users",
    summary: "Make a user",
    access: partner("users"),
    status: 201,
    body: CreateUserBody,
    response: Type.Object({ external_id: Type.String(), user: User }),
    errors: ["external_id_taken"],
    example: { external_id: "zoe", username: "zoe", display_name: "Zoe", email: "zoe@partner.example" },
    exampleResponse: {
      external_id: "zoe",
      user: {
        id: 2,
        external_id: "zoe",
        username: "zoe",
        display_name: "Zoe",
        email: "zoe@partner.example",
        status: "active",
        is_verified: false,
        wallet_address: null,
        created_at: "2026-11-21T10:00:00.000Z",
        updated_at: "2026-11-21T10:00:00.000Z",
      },
    },
    write: (tx, { actor, body }) => {
      const user = createUser(tx, actor.partnerId, body);
      const { id, username, display_name, email, status } = user;
      return {
        external_id: body.external_id,
        user: {
          id,
          external_id: body.external_id,
          username,
          display_name,
          email,
          status,
          is_verified: false,
          wallet_address: null,
          created_at: isoUtc(user.created_at),
          updated_at: isoUtc(user.updated_at),
        },
      };
    },
  }),
];
