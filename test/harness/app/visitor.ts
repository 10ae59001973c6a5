import { Secret, TOTP } from "otpauth";
import type { Role } from "../../../src/http/operation.ts";
import { createOperator } from "../../../src/modules/access/operators/index.ts";
import type { ReceivedAnswer } from "./caller.ts";
import type { World } from "./world.ts";

/** A simple browser for one site: keeps cookies, fills in form tokens, and follows no redirects. */

export const PASSWORD = "correct horse battery staple";

export interface Visitor {
  open(path: string): Promise<ReceivedAnswer>;
  /** Submits a form of the last opened page; a field may have several values. */
  submit(
    path: string,
    fields?: Record<string, string | readonly string[]>,
    headers?: Record<string, string>,
  ): Promise<ReceivedAnswer>;
  cookie(): string | null;
}

export function visitor(world: Pick<World, "call">): Visitor {
  let cookie: string | null = null;
  let page = "";
  const own = () => ({ accept: "text/html", ...(cookie === null ? {} : { cookie }) });
  const keep = (answer: ReceivedAnswer) => {
    const set = answer.headers.get("set-cookie");
    if (set !== null) cookie = set.includes("Max-Age=0") ? null : (set.split(";")[0] ?? null);
    return answer;
  };
  return {
    cookie: () => cookie,
    open: async (path) => {
      const answer = keep(await world.call("GET", path, { headers: own() }));
      page = answer.text;
      return answer;
    },
    submit: async (path, fields = {}, headers = {}) => {
      const token = /name="csrf_token" value="([^"]*)"/.exec(page)?.[1];
      const given = { ...(token === undefined ? {} : { csrf_token: token }), ...fields };
      const body = new URLSearchParams(
        Object.entries(given).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
      );
      return keep(
        await world.call("POST", path, {
          body: body.toString(),
          nonce: null,
          idempotencyKey: null,
          headers: {
            ...own(),
            "content-type": "application/x-www-form-urlencoded",
            "sec-fetch-site": "same-origin",
            ...headers,
          },
        }),
      );
    },
  };
}

/** Creates an operator. @returns the path of the link that sets the password */
export async function makeOperator(
  world: World,
  name: string,
  role: Role,
): Promise<{ token: string; linkPath: string }> {
  const issued = await world.services.live.writer.run((tx) =>
    createOperator(tx, { kind: "command", name: "test" }, { baseUrl: "http://localhost", name, role }),
  );
  return { token: issued.token, linkPath: new URL(issued.password_link).pathname };
}

/** An operator signed in with the link, with the overview open. */
export async function signedIn(world: World, name: string, role: Role): Promise<Visitor> {
  const { linkPath } = await makeOperator(world, name, role);
  const browser = visitor(world);
  await browser.submit(linkPath, { password: PASSWORD, repeated: PASSWORD });
  await browser.open("/admin/account");
  return browser;
}

/** The token that changes of an operator's session carry. */
export async function readCsrfToken(browser: Visitor): Promise<string> {
  const { text } = await browser.open("/admin/account");
  return /name="csrf_token" value="([^"]*)"/.exec(text)?.[1] ?? "";
}

/** The current TOTP code of a secret. */
export function generateCode(secret: string, nowMs: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: nowMs });
}
