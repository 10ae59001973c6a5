import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { S3Client } from "bun";
import { S3Store } from "../../../../src/modules/operations/lease/client.ts";
import { StoreError } from "../../../../src/modules/operations/lease/index.ts";
import { sign } from "../../../../src/modules/operations/lease/sign-list.ts";

/** What the lease's store may answer: lists are read page by page, and no answer fills the memory. */

const KEYS = { accessKeyId: "salute-test", secretAccessKey: "salute-test-secret" };
const MEGABYTE = new Uint8Array(2 ** 20).fill(65);

let answer: (url: URL) => Response;
let sent: number;
let server: Bun.Server<undefined>;
let store: S3Store;

beforeEach(() => {
  sent = 0;
  server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => answer(new URL(request.url)) });
  store = new S3Store({
    endpoint: `http://127.0.0.1:${server.port}`,
    bucket: "backups",
    region: "eu-west-1",
    sessionToken: undefined,
    prefix: "replica/",
    timeoutMs: 20_000,
    ...KEYS,
  });
});
afterEach(() => server.stop(true));

function endless(): Response {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      sent += MEGABYTE.length;
      controller.enqueue(MEGABYTE);
      await new Promise((resolve) => setImmediate(resolve));
    },
  });
  return new Response(body);
}

describe("an endless answer", () => {
  test.each(["read", "list", "create", "write", "remove"] as const)(
    "to %s is refused and not read on",
    async (verb) => {
      answer = endless;
      const answered = verb === "list" ? store.list("epoch/") : store[verb]("epoch/", "text");
      await expect(answered).rejects.toBeInstanceOf(StoreError);
      expect(sent).toBeLessThan(64 * 2 ** 20);
    },
  );
});

describe("lists", () => {
  const page = (keys: string[], isTruncated: boolean) =>
    new Response(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${keys
        .map((key) => `<Contents><Key>replica/${key}</Key><Size>1</Size></Contents>`)
        .join("")}</ListBucketResult>`,
    );

  test("are read page by page, below the prefix, with their entities", async () => {
    const asked: (string | null)[] = [];
    answer = ({ pathname, searchParams }) => {
      expect([pathname, searchParams.get("prefix"), searchParams.get("list-type")]).toEqual([
        "/backups",
        "replica/epoch/",
        "2",
      ]);
      asked.push(searchParams.get("start-after"));
      return asked.length === 1 ? page(["epoch/1", "epoch/a&amp;b &#x41;"], true) : page(["epoch/z"], false);
    };
    expect(await store.list("epoch/")).toEqual(["epoch/1", "epoch/a&b A", "epoch/z"]);
    expect(asked).toEqual([null, "replica/epoch/a&b A"]);
  });

  test("without end are refused", async () => {
    let pages = 0;
    answer = () => page([`epoch/${++pages}`], true);
    await expect(store.list("epoch/")).rejects.toBeInstanceOf(StoreError);
    expect(pages).toBe(1_000);
  });

  test("are signed over every parameter, as Bun signs an object", async () => {
    let url = new URL("http://localhost");
    answer = (asked) => {
      url = asked;
      return page([], false);
    };
    await store.list("a b/é&*");
    const signature = url.searchParams.get("X-Amz-Signature");
    const query = url.search.slice(1).replace(/&X-Amz-Signature=.*/, "");
    expect(query.split("&").toSorted().join("&")).toBe(query);
    expect(signature).toBe(sign("GET", { url, query }, KEYS.secretAccessKey));
  });

  test("have the signature that Bun gives the same request", () => {
    const presigned = new S3Client({ endpoint: "http://127.0.0.1:9000", bucket: "b", ...KEYS }).presign(
      "a b/c",
      {
        method: "GET",
        expiresIn: 300,
      },
    );
    const url = new URL(presigned);
    const query = url.search.slice(1).replace(/&X-Amz-Signature=[0-9a-f]+/, "");
    expect(url.searchParams.get("X-Amz-Signature")).toBe(sign("GET", { url, query }, KEYS.secretAccessKey));
  });
});
