/** @jsxImportSource preact */

import { type Static, Type } from "@sinclair/typebox";
import { ShownQuery } from "../../../http/input/paging.ts";
import { type Actor, type Operation, seeOther } from "../../../http/operation.ts";
import { OneOf, Repeated, Text } from "../../../http/schema/shapes.ts";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import type { Reader, Site } from "../../../pages/index.ts";
import {
  adminForm,
  adminPage,
  adminResponse,
  confirmedForm,
  requireUnchanged,
} from "../../platform/admin-page/index.ts";
import { describeDisabling, describeRotation } from "./effects.tsx";
import { parseDailyCreditLimit, splitEntries } from "./entered.ts";
import { CREATE_PATH, Keys, NewKey } from "./key-list-page.tsx";
import { changeKeyIn, KEY, KeyPath, type KeysParts, readKey, readUsedKey } from "./key-routes.ts";
import { Key, Secret } from "./keys-page.tsx";
import {
  adjustKey,
  createKey,
  type IssuedKey,
  type KeySettings,
  keyView,
  rotateKey,
  setKeyStatus,
  storedSettings,
} from "./manage-keys.ts";
import { oldSecretRoutes } from "./routes.old-secret.ts";
import { SCOPES, type Scope } from "./scopes.ts";
import { type KeyRow, listKeyRows } from "./store.ts";

const PARTNERS = "/admin/partners";

const SettingFields = {
  scopes: Type.Optional(Repeated(OneOf(SCOPES))),
  allowed_ips: Type.Optional(Text(4_000)),
  domains: Type.Optional(Text(4_000)),
};
const CreateForm = Type.Object({ partner: Text(40), mode: OneOf(["live", "sandbox"]), ...SettingFields });
const SettingsForm = Type.Object({
  ...SettingFields,
  rate_limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1e9 })),
  daily_credit_limit: Type.Optional(Text(20)),
  seen: Type.Optional(Text(64)),
});

/** Partners and their keys: every role reads, owners change (contract section 12). */
export function keysPages(parts: KeysParts): Operation[] {
  return [...listRoutes(parts), keyPage(parts), ...keyForms(parts), ...oldSecretRoutes(parts)];
}

function listRoutes({ site, keyring, chooseFile }: KeysParts): Operation[] {
  return [
    adminPage(site, {
      id: "partnersPage",
      path: PARTNERS,
      summary: "Partners and their keys",
      title: "Partners and keys",
      query: Type.Object(ShownQuery),
      content: ({ reader, query, now }) => {
        const keys = (["live", "sandbox"] as const).flatMap((mode) => listKeyRows(chooseFile(mode).read));
        return <Keys {...{ reader, keys, query, now }} />;
      },
    }),
    adminPage(site, {
      id: "newPartnerKeyPage",
      path: CREATE_PATH,
      summary: "The form that creates a partner's key",
      title: "Create key",
      role: "owner",
      content: ({ reader }) => <NewKey csrfToken={reader.csrfToken ?? ""} />,
    }),
    adminForm(site, {
      id: "createPartnerKey",
      path: PARTNERS,
      page: CREATE_PATH,
      summary: "Create a partner key, and show its secret once",
      done: null,
      role: "owner",
      status: 200,
      form: CreateForm,
      submit: async ({ actor, reader, body }) => {
        const settings = settingsOf(body);
        const issued = await chooseFile(body.mode).writer.run((tx) =>
          createKey(tx, actor, { keyring, partner: body.partner, mode: body.mode, settings }),
        );
        return secretPage(site, reader, issued);
      },
    }),
  ];
}

function keyPage(parts: KeysParts): Operation {
  return adminPage(parts.site, {
    id: "partnerKeyPage",
    path: KEY,
    summary: "One key, with an owner's actions",
    title: ({ params }) => `Key ${params.key_id}`,
    params: KeyPath,
    errors: ["not_found"],
    content: ({ reader, params: { key_id }, now }) => {
      const row = readKey(parts, key_id);
      return <Key {...{ reader, view: keyView(row), row, now }} />;
    },
  });
}

function keyForms(parts: KeysParts): Operation[] {
  const { site, keyring, chooseFile } = parts;
  const change = { role: "owner", params: KeyPath, errors: ["not_found"] } as const;
  const onKey = changeKeyIn(chooseFile);
  const setStatus = async (actor: Actor, keyId: string, status: KeyRow["status"]) => {
    await onKey(keyId, (tx) => setKeyStatus(tx, actor, { keyId, status }));
    return seeOther(`/admin/keys/${keyId}`);
  };
  return [
    adminForm(site, {
      ...change,
      id: "setPartnerKey",
      path: `${KEY}/settings`,
      summary: "Change a key's scopes, addresses, domains and limits",
      errors: ["not_found", "state_conflict"],
      done: "Key settings saved.",
      form: SettingsForm,
      submit: async ({ actor, params, body }) => {
        const settings = settingsOf(body);
        await onKey(params.key_id, (tx, row) => {
          requireUnchanged(storedSettings(row), body.seen);
          adjustKey(tx, actor, {
            keyId: params.key_id,
            ...settings,
            rateLimitPerMinute: body.rate_limit ?? null,
            dailyCreditLimit: parseDailyCreditLimit(body.daily_credit_limit),
          });
        });
        return seeOther(`/admin/keys/${params.key_id}`);
      },
    }),
    ...confirmedForm(site, {
      ...change,
      id: "rotatePartnerKey",
      path: `${KEY}/rotate`,
      back: KEY,
      title: ({ params }) => `Rotate the secret of ${params.key_id}`,
      summary: "Rotate a key's secret; the new one is shown once, the old one stays valid for 24 h at most",
      done: null,
      status: 200,
      effect: ({ params, now }) => describeRotation(readUsedKey(parts, params.key_id, now)),
      submit: async ({ actor, reader, params }) =>
        secretPage(
          site,
          reader,
          await onKey(params.key_id, (tx) => rotateKey(tx, actor, { keyring, keyId: params.key_id })),
        ),
    }),
    ...confirmedForm(site, {
      ...change,
      id: "disablePartnerKey",
      path: `${KEY}/disable`,
      back: KEY,
      title: ({ params }) => `Disable key ${params.key_id}`,
      summary: "Disable a key",
      done: "Key disabled.",
      effect: ({ params, now }) => {
        const used = readUsedKey(parts, params.key_id, now);
        return describeDisabling(chooseFile(used.row.mode).read, used);
      },
      submit: ({ actor, params }) => setStatus(actor, params.key_id, "disabled"),
    }),
    adminForm(site, {
      ...change,
      id: "enablePartnerKey",
      path: `${KEY}/enable`,
      summary: "Enable a key",
      done: "Key enabled.",
      submit: ({ actor, params }) => setStatus(actor, params.key_id, "active"),
    }),
  ];
}

function secretPage(site: Site, reader: Reader, issued: IssuedKey): Response {
  return adminResponse(site, reader, {
    path: PARTNERS,
    title: `Key of ${issued.partner}`,
    content: <Secret issued={issued} />,
  });
}

/** @throws InvalidInput without a scope: an emptied choice must mean neither everything nor nothing */
function settingsOf(body: Static<typeof CreateForm> | Static<typeof SettingsForm>): KeySettings {
  if (body.scopes === undefined)
    throw new InvalidInput("scopes", "must be at least one; to refuse all requests, disable the key");
  return {
    scopes: body.scopes as Scope[],
    allowedIps: splitEntries(body.allowed_ips),
    domains: splitEntries(body.domains),
  };
}
