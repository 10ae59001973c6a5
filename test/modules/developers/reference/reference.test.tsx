import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { render } from "preact-render-to-string";
import { allOperations } from "../../../../src/compose/operations.ts";
import { PartnerAccess } from "../../../../src/http/access/partner.ts";
import { documentedFailures } from "../../../../src/http/documented.ts";
import { type Operation, PAGES_GROUP } from "../../../../src/http/operation.ts";
import type { OpenApiDocument } from "../../../../src/modules/developers/openapi/index.ts";
import { callExample } from "../../../../src/modules/developers/reference/call-example.ts";
import { collectFields } from "../../../../src/modules/developers/reference/fields.ts";
import { Markdown } from "../../../../src/modules/developers/reference/markdown.tsx";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
let operations: Operation[];
beforeAll(async () => {
  world = await createWorld({ RATE_LIMIT_PAGES_PER_MIN: "0" });
  operations = allOperations(world.services).filter(({ group }) => group !== PAGES_GROUP);
});
afterAll(() => world.close());

/** A page without syntax highlighting. */
const uncoloured = (html: string) => html.replaceAll(/<span class="code-\w+">([^<]*)<\/span>/g, "$1");

/** Each group's page, requested once. */
const pages = new Map<string, string>();

/** The section of an operation within its group's page. */
async function sectionOf({ id, group }: Operation): Promise<string> {
  const page = pages.get(group) ?? uncoloured((await world.call("GET", `/docs/${group}`)).text);
  pages.set(group, page);
  const sections = page.split('<section class="operation"').slice(1);
  return sections.find((each) => each.includes(`aria-labelledby="${id}"`)) ?? "";
}

describe("GET /docs", () => {
  test("lists every operation with a link to its section", async () => {
    const { text } = await world.call("GET", "/docs");
    for (const { id, group, path, summary } of operations) {
      expect(text).toContain(`href="/docs/${group}#${id}"`);
      expect(text).toContain(path);
      expect(text).toContain(summary.replaceAll("&", "&amp;"));
    }
  });

  test("folds the operations of each group, so that the page is short on a phone", async () => {
    const { text } = await world.call("GET", "/docs");
    const folded = [...text.matchAll(/<details id="group-([^"]+)">/g)].map(([, group = ""]) => group);
    expect(folded.toSorted()).toEqual([...new Set(operations.map(({ group }) => group))].sort());
    const tables = text.replaceAll(/<details id="group-[\s\S]*?<\/details>/g, "");
    expect(tables).not.toContain("Operations of ");
  });

  test("explains signing and links the document", async () => {
    const { text } = await world.call("GET", "/docs");
    expect(text).toContain('<h2 id="signing">');
    for (const path of ["/api/openapi.yaml", "/api/openapi.json", "/api/openapi-transparency.yaml"])
      expect(text).toContain(`href="${path}"`);
  });
});

describe("GET /docs/{group}", () => {
  test("each operation has an anchor, method, path, key and scope, parameters, fields, codes and an example call", async () => {
    for (const operation of operations) {
      const section = await sectionOf(operation);
      const { id, method, path, access, query, body } = operation;
      expect(section).toContain(`<h2 id="${id}">`);
      expect(section).toContain(`>${method}</span>`);
      expect(section).toContain(`<code>${path}</code>`);
      if (access instanceof PartnerAccess && access.scope !== null)
        expect(section).toContain(`scope <code>${access.scope}</code>`);
      for (const name of [...Object.keys(query?.properties ?? {}), ...Object.keys(body?.properties ?? {})])
        expect([id, section.includes(`<code>${name}</code>`)]).toEqual([id, true]);
      for (const { code } of [...documentedFailures(operation).values()].flat())
        expect([id, section.includes(`<code>${code}</code>`)]).toEqual([id, true]);
      expect(section).toContain(access instanceof PartnerAccess ? `.tgz call ${method}` : "curl -sS");
    }
  });

  test("each event type has its envelope, fields and an example", async () => {
    const text = uncoloured((await world.call("GET", "/docs/events")).text);
    const document: OpenApiDocument = (await world.call("GET", "/api/openapi.json")).json;
    for (const [type, item] of Object.entries(document.webhooks ?? {})) {
      expect(text).toContain(`<h2 id="${item.post?.operationId}">${type}</h2>`);
      expect(text).toContain(`&quot;event_type&quot;: &quot;${type}&quot;`);
    }
    expect(text).toContain("<code>data.ledger_entry_id</code>");
    expect(text).toContain("<code>X-Webhook-Signature</code>");
  });

  test("404 for an unknown group, pages included", async () => {
    expect((await world.call("GET", "/docs/nothing")).status).toBe(404);
    expect((await world.call("GET", `/docs/${PAGES_GROUP}`)).status).toBe(404);
  });
});

describe("GET /docs/try", () => {
  test("loads only our own files, under its own policy, cacheable for a year", async () => {
    const { headers, text } = await world.call("GET", "/docs/try");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'");
    expect(policy).toContain("connect-src 'self'");
    const files = [...text.matchAll(/(?:src|href)="(\/docs\/try\/[^"]+)"/g)].map((match) => match[1] ?? "");
    expect(files).toHaveLength(3);
    expect(text).not.toMatch(/(src|href)="https?:/);
    for (const file of files) {
      const loaded = await world.call("GET", file);
      expect([file, loaded.status]).toEqual([file, 200]);
      expect(loaded.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(loaded.headers.get("content-type")).toBe(
        file.endsWith(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8",
      );
    }
    expect((await world.call("GET", "/docs/try/swagger-ui.0.0.0.css")).status).toBe(404);
  });
});

describe("a call", () => {
  const document = {
    info: { version: "1.2.3" },
    servers: [{ url: "https://salute.example" }],
    components: {},
  } as unknown as OpenApiDocument;
  const operation = {
    operationId: "x",
    tags: [],
    summary: "",
    description: "",
    security: [],
    responses: {},
  };

  test("is quoted for the shell and has all required values", () => {
    const call = callExample(document, {
      method: "PATCH",
      path: "/api/partner/users/{user_id}",
      operation: {
        ...operation,
        "x-key-mode": "live",
        parameters: [
          { name: "user_id", in: "path", required: true, schema: {}, example: "ext:zoë" },
          { name: "include_meta", in: "query", schema: {} },
        ],
        requestBody: {
          required: true,
          content: { "application/json": { schema: {}, example: { display_name: "O'Hara" } } },
        },
      },
    });
    expect(call.code).toBe(
      `npx --yes https://salute.example/developers/sdk/salute-client-1.2.3.tgz call PATCH '/api/partner/users/ext%3Azo%C3%AB' --body '{"display_name":"O'\\''Hara"}'`,
    );
  });

  test("names the client by the address of the manifest, as npx without a project needs it", async () => {
    const { clients } = (await world.call("GET", "/developers/sdk-manifest.json")).json;
    const { url } = clients.find(({ language }: { language: string }) => language === "typescript");
    const { text } = await world.call("GET", "/docs/salutes");
    expect(uncoloured(text)).toContain(`npx --yes ${url} call POST /api/salutes/credit`);
    expect(uncoloured(text)).not.toContain("npx salute");
    expect((await world.call("GET", new URL(url).pathname)).status).toBe(200);
  });

  test("uses curl for unsigned operations, with the bearer token for operators", () => {
    const endpoint = { method: "GET", path: "/admin/ops/config", operation };
    expect(callExample(document, endpoint).code).toBe("curl -sS https://salute.example/admin/ops/config");
    expect(callExample(document, { ...endpoint, operation: { ...operation, "x-role": "viewer" } }).code).toBe(
      'curl -sS https://salute.example/admin/ops/config -H "Authorization: Bearer $TOKEN"',
    );
  });
});

describe("fields", () => {
  test("are flattened with dotted paths, and types are described in words", () => {
    const document = {
      components: {
        schemas: { User: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] } },
      },
    } as unknown as OpenApiDocument;
    const fields = collectFields(document, {
      type: "object",
      required: ["users"],
      properties: {
        users: { type: "array", items: { $ref: "#/components/schemas/User" } },
        owner: { anyOf: [{ $ref: "#/components/schemas/User" }, { type: "null" }], description: "Whose." },
        limit: { type: "integer", minimum: 1, maximum: 200, default: 50 },
        name: { type: ["string", "null"], maxLength: 64 },
        links: { type: "object", additionalProperties: { type: "string" } },
      },
    });
    expect(fields.map(({ name, isRequired, type }) => [name, isRequired, type])).toEqual([
      ["users", true, "list of object"],
      ["users[].id", true, "whole number"],
      ["owner", false, "object or null"],
      ["owner.id", true, "whole number"],
      ["limit", false, "whole number, 1 to 200, default 50"],
      ["name", false, "text or null, at most 64 characters"],
      ["links", false, "object of text"],
    ]);
  });
});

describe("descriptions", () => {
  test("are escaped: markup in them is shown as text", () => {
    const html = render(
      <Markdown
        text={"Say `<b>` **now** <script>x</script>\n\n- a\n- b\n\n## Two words\n\n```text Label\n<i>\n```"}
      />,
    );
    expect(html).toContain("<p>Say <code>&lt;b></code> <strong>now</strong> &lt;script>x&lt;/script></p>");
    expect(html).toContain("<ul><li>a</li><li>b</li></ul>");
    expect(html).toContain('<h2 id="two-words">Two words</h2>');
    expect(html).toContain("<span>Label</span>");
    expect(html).toContain("<code>&lt;i></code>");
    expect(html).not.toContain("<script");
  });
});
