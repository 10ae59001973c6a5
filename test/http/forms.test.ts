import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { anyone, formOperation, type Operation, PAGES_GROUP, seeOther } from "../../src/http/operation.ts";
import { Repeated, Text } from "../../src/http/schema/shapes.ts";
import { switchSafeMode } from "../../src/modules/platform/state/index.ts";
import { callCustom } from "../harness/app/custom-operation.ts";
import { createWorld, type World } from "../harness/app/world.ts";

/** HTML forms: parsing, refusals and access. */

const FORM = { "content-type": "application/x-www-form-urlencoded" };
let world: World;
let submitted: unknown[];

beforeEach(async () => {
  world = await createWorld({ MAX_BODY_BYTES: "1024" });
  submitted = [];
});

afterEach(() => world.close());

function form(options: { inSafeMode?: boolean; refusal?: Operation["refusal"] } = {}): Operation {
  return formOperation({
    id: "sendForm",
    path: "/form",
    group: PAGES_GROUP,
    summary: "A form",
    access: anyone("pages"),
    form: Type.Object({
      name: Text(20),
      note: Type.Optional(Text(20)),
      age: Type.Optional(Type.Integer({ minimum: 1 })),
      password: Type.Optional(Text(20, { "x-verbatim": true })),
      role: Type.Optional(Repeated(Text(10))),
    }),
    ...options,
    submit: ({ body }) => {
      submitted.push(body);
      return seeOther("/done");
    },
  });
}

const send = (body: string, headers: Record<string, string> = {}, operation = form()) =>
  callCustom(world, operation, { body, headers: { ...FORM, ...headers } });

describe("a form's fields", () => {
  test("are parsed as sent by browsers: trimmed, empty ones unset, numbers and sets by their shapes", async () => {
    const answer = await send("name=+Zo%C3%AB+%26+co%0D%0A&note=&age=+7&password=+a+&role=x&role=y");
    expect([answer.status, answer.headers.get("location"), answer.text]).toEqual([303, "/done", ""]);
    expect(submitted).toEqual([{ name: "Zoë & co", age: 7, password: " a ", role: ["x", "y"] }]);
  });

  test.each([
    ["name=", "name", "is required"],
    ["name=a&name=b", "name", "is given twice"],
    ["name=a&other=b", "other", "is not a parameter of this operation"],
    ["name=a&age=0", "age", "must be a whole number of at least 1"],
    ["name=a&age=x", "age", "must be a whole number of at least 1"],
    [`name=a${"&".repeat(1_000)}`, "body", "must hold at most 1000 values"],
    ["name=%ff", "name", "must be percent-encoded UTF-8"],
    ["name=a%00b", "name", "must be text of 1 to 20 characters without control characters"],
    [`name=${"a".repeat(21)}`, "name", "must be text of 1 to 20 characters without control characters"],
    ["name=a&__proto__=b", "__proto__", "is not a parameter of this operation"],
  ])("%p is 400, names %s and changes nothing", async (body, field, message) => {
    const { status, json } = await send(body);
    expect([status, json.error, json.details]).toEqual([400, "invalid_payload", [{ field, message }]]);
    expect(submitted).toEqual([]);
  });

  test("at most 20 faults are listed, each with at most 200 characters of a name", async () => {
    const many = await send(Array.from({ length: 150 }, (_, index) => `u${index}=1`).join("&"));
    expect([many.status, many.json.details.length]).toEqual([400, 20]);
    const long = await send(`name=a&${"n".repeat(900)}=1`);
    expect([long.status, long.json.details[0].field]).toEqual([400, "n".repeat(200)]);
  });

  test("another content type is 415, more than MAX_BODY_BYTES is 413", async () => {
    for (const type of ["application/json", "multipart/form-data; boundary=x", "text/plain"]) {
      const answer = await send("name=a", { "content-type": type });
      expect([answer.status, answer.json.error]).toEqual([415, "unsupported_media_type"]);
    }
    expect((await send(`name=${"a".repeat(2_000)}`)).status).toBe(413);
    expect(submitted).toEqual([]);
  });

  test("charset and case of the content type are ignored", async () => {
    const answer = await send("name=a", {
      "content-type": "Application/X-WWW-Form-Urlencoded; charset=UTF-8",
    });
    expect(answer.status).toBe(303);
  });
});

describe("who may send a form", () => {
  const from = (headers: Record<string, string>) => send("name=a", headers).then(({ status }) => status);

  test("same-origin pages, direct navigation, and clients other than browsers", async () => {
    expect(await from({ "sec-fetch-site": "same-origin" })).toBe(303);
    expect(await from({ "sec-fetch-site": "none" })).toBe(303);
    expect(await from({ origin: "http://salute.local:81", host: "salute.local:81" })).toBe(303);
    expect(await from({ origin: world.services.http.baseUrl(), host: "behind-a-proxy" })).toBe(303);
    expect(await from({})).toBe(303);
  });

  const foreign: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site", origin: "http://localhost", host: "localhost" },
    { origin: "https://evil.example", host: "localhost" },
    { origin: "http://localhost:81", host: "localhost" },
    { origin: "null", host: "localhost" },
    { origin: "nonsense", host: "localhost" },
  ];
  test.each(foreign)("%p is 403 and changes nothing", async (headers) => {
    expect(await from(headers)).toBe(403);
    expect(submitted).toEqual([]);
  });
});

describe("safe mode", () => {
  beforeEach(() =>
    world.services.live.writer.run((tx) => switchSafeMode(tx, { kind: "command", name: "test" }, "drill")),
  );

  test("refuses a form", async () => {
    const answer = await send("name=a");
    expect([answer.status, answer.json.error, submitted]).toEqual([503, "safe_mode", []]);
  });

  test("accepts a form that allows it, such as sign-in", async () => {
    expect((await send("name=a", {}, form({ inSafeMode: true }))).status).toBe(303);
  });
});

describe("a refusal", () => {
  const shown: unknown[] = [];
  const refusal: Operation["refusal"] = (problem, { requestId, context }) => {
    shown.push([problem.code, requestId, context?.entered]);
    return new Response(`a page: ${problem.message}`, {
      status: problem.status,
      headers: { "content-type": "text/html; charset=utf-8" },
    });
  };

  test("is a page with the entered values for a browser, and JSON for API clients", async () => {
    const headers = { accept: "text/html,*/*;q=0.8", "x-request-id": "form-refusal" };
    const page = await send("name=+&note=kept", headers, form({ refusal }));
    expect([page.status, page.text, page.headers.get("x-request-id")]).toEqual([
      400,
      "a page: Correct name: it is required.",
      "form-refusal",
    ]);
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(shown).toEqual([
      ["invalid_payload", "form-refusal", { name: " ", note: "kept", age: "", password: "", role: "" }],
    ]);
    const program = await send("name=", {}, form({ refusal }));
    expect([program.status, program.json.error]).toEqual([400, "invalid_payload"]);
  });

  test("that cannot be rendered is answered as JSON, and the cause is logged", async () => {
    const broken = form({
      refusal: () => {
        throw new Error("no page");
      },
    });
    const answer = await send("name=", { accept: "text/html" }, broken);
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_payload"]);
    world.services.log.flush();
    expect(world.logged.join("\n")).toContain("a refusal could not be shown");
  });
});
