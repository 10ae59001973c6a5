import { afterAll, beforeAll, expect, test } from "bun:test";
import { createWorld, type World } from "../../../harness/app/world.ts";

const SNIPPETS = `${import.meta.dir}/../../../../src/modules/developers/guide/snippets`;

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const read = (path: string) => world.call("GET", path);

test("llms.txt links only to texts and documents that the build answers", async () => {
  const { status, text } = await read("/llms.txt");
  const links = [...text.matchAll(/\]\((\/[^)]+)\)/g)].map(([, path = ""]) => path);
  const { tags } = (await read("/api/openapi.json")).json;
  expect([status, links.length]).toEqual([200, 13 + tags.length]);
  for (const link of links) {
    const { status, headers } = await read(link);
    expect([link, status]).toEqual([link, 200]);
    if (link.endsWith(".md")) expect(headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  }
});

test("the partners' document holds what partners' keys may call, and nothing else", async () => {
  const { json } = await read("/api/openapi-partner.json");
  const paths = Object.keys(json.paths);
  expect(paths).toContain("/api/salutes/credit");
  expect(paths).toContain("/api/partner/sandbox/salutes/credit");
  expect(paths.filter((path) => path.startsWith("/admin") || path.startsWith("/api/public"))).toEqual([]);
  expect(Object.keys(json.webhooks).length).toBeGreaterThan(0);
  expect((await read("/api/openapi-partner.yaml")).text).toContain("/api/salutes/credit:");
});

test("the whole text has the guide and every operation of that document, with its example", async () => {
  const { text } = await read("/llms-full.txt");
  const { json } = await read("/api/openapi-partner.json");
  for (const path of Object.keys(json.paths)) expect(text).toContain(` ${path}\``);
  expect(text).toContain("## Signing");
  expect(text).toContain('"reason": "quest"');
});

test("every guide's page is Markdown, too, with its headings, tables and programs", async () => {
  const guides = [
    ["/developers", "/docs/quickstart.md"],
    ["/developers/webhooks", "/docs/webhooks.md"],
  ] as const;
  for (const [page, markdown] of guides) {
    const html = (await read(page)).text;
    const { headers, text } = await read(markdown);
    expect(headers.get("content-type")).toStartWith("text/markdown");
    expect(html).toContain(`href="${markdown}"`);
    const titles = [...html.matchAll(/<h[23][^>]*>([^<]+)</g)].map(([, title = ""]) => title);
    expect(titles.length).toBeGreaterThan(5);
    for (const title of titles) expect(text).toMatch(new RegExp(`^###? ${RegExp.escape(title)}`, "m"));
    expect(text).not.toMatch(/<\/?(p|span|section|table|code)\b/);
    expect(text).not.toMatch(/&(amp|lt|quot);/);
  }
  const { text } = await read("/docs/quickstart.md");
  expect(text).toContain(await Bun.file(`${SNIPPETS}/sign.go`).text());
  expect(text).toContain("| Line | Content |\n| --- | --- |\n| `METHOD` | In upper case");
});

test("each group of the reference is Markdown: all operations, fields, samples and errors of its page", async () => {
  const { tags, paths } = (await read("/api/openapi.json")).json;
  for (const { name } of tags as { name: string }[]) {
    const { status, text } = await read(`/docs/reference/${name}.md`);
    expect([name, status]).toEqual([name, 200]);
    expect((await read(`/docs/${name}`)).text).toContain(`href="/docs/reference/${name}.md"`);
    expect(text).toStartWith(`# ${name}\n`);
    expect(text.replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, "")).not.toMatch(/<\/?(p|span|section|table|code)\b/);
    const operations = Object.values(paths)
      .flatMap((item) => Object.values(item as Record<string, { tags: string[]; summary: string }>))
      .filter(({ tags: own }) => own.includes(name));
    for (const { summary } of operations) expect(text).toContain(`## ${summary}\n`);
  }
  const { text } = await read("/docs/reference/salutes.md");
  expect(text).toContain("POST `/api/salutes/credit`");
  expect(text).toContain("| `amount` required |");
  expect(text).toContain("curl, with the functions of sign.sh:");
  expect(text).toContain("| 409 | `idempotency_replay` |");
  expect((await read("/docs/reference/nothing.md")).status).toBe(404);
});

test("/swagger leads to Swagger UI, and /swagger/json is the document", async () => {
  const found = await read("/swagger");
  expect([found.status, found.headers.get("location")]).toEqual([303, "/docs/try"]);
  expect((await read("/swagger/json")).text).toBe((await read("/api/openapi.json")).text);
});
