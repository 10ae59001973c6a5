/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Operation } from "../../../http/operation.ts";
import { OneOf, Repeated, Text } from "../../../http/schema/shapes.ts";
import { SCOPES, splitEntries } from "../../access/keys/index.ts";
import { sessionForm, sessionPage, sessionResponse } from "../../platform/admin-page/index.ts";
import { readBounds } from "../own-keys.ts";
import { ShownOnce } from "../shown-once.tsx";
import { createOwnKey } from "./create-own-key.ts";
import type { KeyParts } from "./key-parts.ts";
import { CREATE_PATH, PATH } from "./keys-page.tsx";
import { NewKey } from "./new-key-page.tsx";

const CreateForm = Type.Object({
  mode: OneOf(["live", "sandbox"]),
  scopes: Type.Optional(Repeated(OneOf(SCOPES))),
  allowed_ips: Type.Optional(Text(4_000)),
});

/** New keys within the bounds that the operators set. */
export function createRoutes({ members, files, keyring }: KeyParts): Operation[] {
  const creators = members("keys");
  return [
    sessionPage(creators, {
      id: "portalNewKeyPage",
      path: CREATE_PATH,
      summary: "The form that creates a key within the partner's bounds",
      title: "Create key",
      role: "operator",
      content: ({ actor, reader }) => (
        <NewKey bounds={readBounds(files, actor)} csrfToken={reader.csrfToken ?? ""} />
      ),
    }),
    sessionForm(creators, {
      id: "portalCreateKey",
      path: PATH,
      page: CREATE_PATH,
      summary: "Create a key within the partner's bounds, and show its secret once",
      role: "operator",
      status: 200,
      form: CreateForm,
      errors: ["state_conflict"],
      done: null,
      submit: async ({ actor, body: { mode, scopes = [], allowed_ips } }) => {
        const file = mode === "live" ? files.live : files.sandbox;
        const issued = await file.writer.run((tx) =>
          createOwnKey(tx, actor, { files, keyring, mode, scopes, allowedIps: splitEntries(allowed_ips) }),
        );
        const { key_id: keyId, secret } = issued;
        return sessionResponse(creators, actor, {
          path: PATH,
          title: "New key",
          content: <ShownOnce of={["Key", keyId]} secret={secret} to={`${PATH}/${keyId}`} />,
        });
      },
    }),
  ];
}
