import { ensurePartner, SCOPES } from "../../../src/modules/access/keys/index.ts";
import { POWERS, setSettings } from "../../../src/modules/portal/settings/index.ts";
import type { Credentials } from "./signing.ts";
import { makeOperator, type Visitor, visitor } from "./visitor.ts";
import type { World } from "./world.ts";

/** The path of a new link of this key to its partner's own pages. */
export async function portalLink(
  world: World,
  key: Credentials,
  body: { access: "read" | "manage"; embed_origin?: string },
): Promise<string> {
  const { json, status, text } = await world.call("POST", "/api/partner/portal-links", { key, body });
  if (status !== 201) throw new Error(`the link was not made: ${text}`);
  return new URL(json.url).pathname;
}

/** A browser with a session in the portal, with the overview open. */
export async function portalVisitor(
  world: World,
  key: Credentials,
  access: "read" | "manage" = "manage",
): Promise<Visitor> {
  const browser = visitor(world);
  const path = await portalLink(world, key, { access });
  await browser.open(path);
  await browser.submit(path);
  await browser.open("/partners");
  return browser;
}

/** Permits a partner everything on its own pages. */
export async function permitAll(world: World, partner: string): Promise<void> {
  await world.services.live.writer.run((tx) =>
    setSettings(
      tx,
      { kind: "command", name: "test" },
      {
        partner: { id: ensurePartner(tx, partner), name: partner },
        settings: {
          isEnabled: true,
          powers: POWERS,
          scopes: SCOPES,
          allowedIps: [],
          dailyCreditLimit: null,
          maxKeys: 200,
        },
      },
    ),
  );
}

/** A browser with a session of an operator's link, which is bound to no key, with the overview open. */
export async function operatorsVisitor(
  world: World,
  partner: string,
  role: "operator" | "owner" = "owner",
): Promise<Visitor> {
  const { token } = await makeOperator(world, `${role}-for-${partner}`, role);
  const headers = { authorization: `Bearer ${token}` };
  const body = { partner, access: "manage" };
  const { json } = await world.call("POST", "/admin/ops/portal-links", { headers, body });
  const browser = visitor(world);
  await browser.submit(new URL(json.url).pathname);
  await browser.open("/partners");
  return browser;
}
