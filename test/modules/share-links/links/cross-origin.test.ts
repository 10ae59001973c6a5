import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { buildApp } from "../../../../src/app.ts";
import { AUDIO, type AudioWorld, createAudioWorld } from "./fixture.ts";

let world: AudioWorld;
beforeAll(async () => {
  world = await createAudioWorld();
});
afterAll(() => world.close());

const POSTS = ["/validate/batch", "/expand", "/short/resolve", "/track"];

const ask = (path: string) =>
  buildApp(world.services).handle(
    new Request(`http://localhost${path}`, {
      method: "OPTIONS",
      headers: {
        origin: "https://elsewhere.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,authorization",
      },
    }),
  );

describe("pages of other origins", () => {
  test.each(POSTS)("POST %s is open after a preflight", async (path) => {
    const { status, headers } = await ask(AUDIO + path);
    expect([status, headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
    expect(headers.get("access-control-allow-methods")?.split(", ")).toContain("POST");
    expect(headers.get("access-control-allow-headers")).toBe("authorization, content-type, x-request-id");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(headers.get("x-request-id")).not.toBeNull();
  });

  test.each(POSTS)("every answer of POST %s may be read, refusals too, with its headers", async (path) => {
    for (const body of [{}, " ".repeat(300_000)]) {
      const { headers, status } = await world.call("POST", AUDIO + path, { body });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-expose-headers")).toContain("X-Audio-Share-Track-Auth");
    }
  });

  test("signed and admin routes take no preflight", async () => {
    for (const path of ["/api/salutes/credit", "/admin/ops/audio-share-revocations/revoke"]) {
      const { status, headers } = await ask(path);
      expect([status, headers.get("access-control-allow-origin")]).toEqual([405, null]);
    }
    const { headers } = await world.call("GET", "/admin/sign-in");
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });

  test("Allow names OPTIONS where it is answered", async () => {
    const { headers } = await world.call("PUT", `${AUDIO}/expand`);
    expect(headers.get("allow")).toBe("GET, HEAD, OPTIONS, POST");
  });
});
