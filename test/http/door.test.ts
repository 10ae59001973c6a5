import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { mount } from "../../src/http/mount.ts";
import { anyone, readOperation } from "../../src/http/operation.ts";
import { createWorld, type World } from "../harness/app/world.ts";

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const named = (path: string) =>
  readOperation({
    id: "readNamed",
    method: "GET",
    path,
    group: "test",
    summary: "Names a thing",
    access: anyone(null),
    params: Type.Object({ name: Type.String() }),
    response: Type.Object({ name: Type.String() }),
    read: ({ params }) => ({ name: params.name }),
  });

const appOf = (...paths: string[]) =>
  mount({ modules: () => [{ name: "things", operations: paths.map(named) }] }, world.services.http);

describe("Elysia still needs the door (src/http/routing/door.ts), otherwise delete that part of it", () => {
  /** Answers HEAD like our endpoints: with the length of the body that is left out. */
  const answer = ({ request }: { request: Request }) =>
    new Response(request.method === "HEAD" ? null : "four", { headers: { "content-length": "4" } });
  const elysia = new Elysia({ strictPath: true, precompile: false, systemRouter: false })
    .route("GET", "/things/:name", answer, { parse: "none" })
    .route("HEAD", "/things/:name", answer, { parse: "none" })
    .route("GET", "/metrics", answer, { parse: "none" });

  test("HEAD of a path with parameters loses its length", async () => {
    const head = await elysia.fetch(new Request("http://localhost/things/a", { method: "HEAD" }));
    expect(head.headers.get("content-length")).toBe("0");
  });

  test("a short Host shifts the path", async () => {
    expect((await elysia.fetch(new Request("http://a/zz/metrics"))).status).toBe(200);
    expect((await elysia.fetch(new Request("http://a/metrics"))).status).toBe(404);
  });
});

describe("at the door", () => {
  test.each(["localhost", "a"])("HEAD has the length of GET with the Host %s", async (host) => {
    const app = appOf("/things/{name}");
    const send = async (method: string) =>
      app.handle(
        new Request(`http://${host}/things/some`, { method, headers: { "x-request-id": "the-same" } }),
      );
    const [head, get] = [await send("HEAD"), await send("GET")];
    const text = await get.text();
    expect(JSON.parse(text)).toMatchObject({ name: "some" });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
      200,
      String(text.length),
      "",
    ]);
  });
});

describe("a build is refused", () => {
  test("if two operations have the same method and path", () => {
    expect(appOf("/things/{name}", "/things/{name}").complete()).rejects.toThrow(
      "things mounts GET /things/{name} a second time",
    );
  });

  test("if an operation that is to be found first is missing", () => {
    const app = mount({ modules: () => [], hot: ["readNothing"] }, world.services.http);
    expect(app.complete()).rejects.toThrow("there is no operation readNothing");
  });
});
