import { Type } from "@sinclair/typebox";
import { type Operation, partner, readOperation, writeOperation } from "../../../http/operation.ts";
import { formatMetadata } from "../../platform/metadata/index.ts";
import { createUser } from "./create-user.ts";
import { USER_ERRORS } from "./errors.ts";
import { requireUser } from "./find-user.ts";
import {
  CreateUserBody,
  ListUsersQuery,
  LookupUsersQuery,
  OneUser,
  UpdateUserBody,
  UserList,
  UserLookup,
  UserPath,
  UserQuery,
} from "./model.ts";
import { listUsers, lookUpUsers, oneUser, readUser } from "./read.ts";
import { updateUser } from "./update-user.ts";

const SHORT_PAGES =
  "By id ascending. If several common conditions rarely match together, a page may end early: continue with next_cursor while has_more is true.";

export const usersRoutes: Operation[] = [
  readOperation({
    id: "listUsers",
    method: "GET",
    path: "/api/partner/users",
    group: "users",
    summary: "List your users, or search them",
    outcome: "Your users that match the search, or all of them.",
    description: SHORT_PAGES,
    access: partner("read"),
    query: ListUsersQuery,
    response: UserList,
    read: ({ db, actor, query }) => listUsers(db.read, actor.partnerId, query),
  }),
  readOperation({
    id: "lookUpUsers",
    method: "GET",
    path: "/api/partner/user-lookup",
    group: "users",
    summary: "Find users by text, e-mail, username or wallet",
    outcome: "The users that match all conditions.",
    description: `All given conditions must match; at least one is required. ${SHORT_PAGES}`,
    access: partner("read"),
    query: LookupUsersQuery,
    response: UserLookup,
    read: ({ db, actor, query }) => lookUpUsers(db.read, actor.partnerId, query),
  }),
  writeOperation({
    id: "createUser",
    method: "POST",
    path: "/api/partner/users",
    group: "users",
    summary: "Create a user",
    outcome: "The user was created.",
    access: partner("users"),
    status: 201,
    body: CreateUserBody,
    response: Type.Object({
      external_id: Type.String({ description: "Your own id of the user." }),
      ...OneUser.properties,
    }),
    errors: [USER_ERRORS.external_id_taken],
    example: { external_id: "player-17", display_name: "Zoe", email: "zoe@example.com" },
    write: (tx, { actor, body }) => {
      const { metadata, ...fields } = body;
      const user = createUser(tx, actor.partnerId, { ...fields, metadata: formatMetadata(metadata) });
      return { external_id: body.external_id, ...oneUser(tx, user, false) };
    },
  }),
  readOperation({
    id: "getUser",
    method: "GET",
    path: "/api/partner/users/{user_id}",
    group: "users",
    summary: "Read a user",
    outcome: "The user as stored now.",
    access: partner("read"),
    params: UserPath,
    query: UserQuery,
    response: OneUser,
    errors: [USER_ERRORS.user_not_found],
    read: ({ db, actor, params, query }) => {
      const user = requireUser(db.read, actor.partnerId, params.user_id);
      return readUser(db.read, user, query);
    },
  }),
  writeOperation({
    id: "updateUser",
    method: "PATCH",
    path: "/api/partner/users/{user_id}",
    group: "users",
    summary: "Change a user's fields",
    outcome: "The user was changed; the answer shows it as stored now.",
    description:
      "Null clears a field; missing fields stay. metadata is replaced as a whole: send all of its members.",
    access: partner("users"),
    params: UserPath,
    body: UpdateUserBody,
    response: OneUser,
    errors: [USER_ERRORS.user_not_found],
    example: { display_name: "Zoe A." },
    write: (tx, { actor, params, body }) => {
      const user = requireUser(tx, actor.partnerId, params.user_id);
      const { metadata, ...fields } = body;
      const change = metadata === undefined ? fields : { ...fields, metadata: formatMetadata(metadata) };
      return oneUser(tx, updateUser(tx, { partnerId: actor.partnerId, user }, change), false);
    },
  }),
];
