import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { unzipSync } from "fflate";
import { buildApp } from "../../../../src/app.ts";
import { switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import { until } from "../../../harness/until.ts";
import { AUDIO, type AudioWorld, createAudioWorld, POLICY, policyFile } from "./fixture.ts";

const CSV = { "content-type": "text/csv; charset=utf-8" };
const SPOTIFY = "https://open.spotify.com/track/1";

let world: AudioWorld;
beforeAll(async () => {
  world = await createAudioWorld({ AUDIO_SHARE_POLICY_FILE: policyFile(POLICY) });
});
afterAll(() => world.close());

const send = (csv: string, query = "") =>
  world.call("POST", `${AUDIO}/campaigns${query}`, { headers: CSV, body: csv });
const links = () => world.services.live.read.all("SELECT 1 FROM audio_share_links").length;

/** The archive's files as text, by name. */
function filesOf(bytes: Uint8Array): Record<string, string> {
  const files = Object.entries(unzipSync(bytes));
  return Object.fromEntries(files.map(([name, content]) => [name, Buffer.from(content).toString("utf8")]));
}

/** Rows of links.csv by label; no cell of these tests needs quotes. */
function rowsOf(files: Record<string, string>): Record<string, Record<string, string>> {
  const [head = "", ...rows] = (files["links.csv"] ?? "").trim().split("\r\n");
  const cells = rows.map((row) => row.split(","));
  const named = cells.map((row) =>
    Object.fromEntries(head.split(",").map((name, at) => [name, row[at] ?? ""])),
  );
  return Object.fromEntries(named.map((row) => [row.label ?? "", row]));
}

describe("a campaign", () => {
  test("CSV in, a ZIP of links.csv and QR codes out; each link works and has statistics of its own", async () => {
    const csv = `label,track_url,title,landing,artist,spotify,expires_in,expires_unit
berlin,/tracks/42,"Winter",1,Mira,${SPOTIFY},7,days
vienna,/tracks/42,"Winter",1,Mira,${SPOTIFY},7,days

,/tracks/43,Spring,,,,,
`;
    const answer = await send(csv, "?name=tour");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="tour.zip"');
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const files = filesOf(answer.bytes);
    expect(Object.keys(files).sort()).toEqual([
      "links.csv",
      "qr/003.png",
      "qr/003.svg",
      "qr/berlin.png",
      "qr/berlin.svg",
      "qr/vienna.png",
      "qr/vienna.svg",
    ]);
    const { berlin, vienna, "003": third } = rowsOf(files);
    expect(berlin).toMatchObject({ landing: "true", qr_svg: "qr/berlin.svg", title: "Winter" });
    expect(berlin?.expires_at).toBe("2026-11-28T10:00:00.000Z");
    expect(berlin?.code).not.toBe(vienna?.code);
    expect(new Set([berlin?.stats_url, vienna?.stats_url, third?.stats_url]).size).toBe(3);
    expect((await world.visit(berlin?.code ?? "")).text).toContain("<h1>Winter</h1>");
    expect((await world.visit(third?.code ?? "")).headers.get("location")).toBe(
      "https://salute.example/tracks/43",
    );
    const stats = (vienna?.stats_url ?? "").replace("https://salute.example", "");
    expect((await world.call("GET", `${stats}.json`)).json.link.code).toBe(vienna?.code);
    expect(files["qr/berlin.svg"]).toBe((await world.visit(`${berlin?.code}/qr.svg`)).text);
  });

  test("as JSON, too; repeated it finds its links again, without their secrets; another name makes others", async () => {
    const csv = "label,track_url\na,/tracks/json\nb,/tracks/json\n";
    const json = () => world.call("POST", `${AUDIO}/campaigns?name=json`, { body: { csv } });
    const first = rowsOf(filesOf((await json()).bytes));
    const again = rowsOf(filesOf((await json()).bytes));
    const renamed = rowsOf(filesOf((await send(csv, "?name=other")).bytes));
    expect(again.a?.code).toBe(first.a?.code ?? "");
    expect(first.a?.stats_url).toContain("/stats/st_");
    expect(again.a?.stats_url).toBe("");
    expect(renamed.a?.code).not.toBe(first.a?.code);
  });

  test.each<[what: string, csv: string, field: string]>([
    ["an unknown column", "label,trackurl\na,/x\n", "trackurl"],
    ["a column twice", "label,label\na,b\n", "label"],
    ["no row", "label,track_url\n", "csv"],
    ["an open quote", 'label,track_url\n"a,/x\n', "csv"],
    ["a denied destination", "track_url\n/ok\nhttps://elsewhere.example/\n", "line 3: track_url"],
    ["a service's wrong host", `track_url,landing,tidal\n/ok,1,${SPOTIFY}\n`, "line 2: tidal"],
    ["no destination", "label,track_url\na,\n", "line 2: track_url"],
    ["a label twice", "label,track_url\na,/x\na,/y\n", "line 3: label"],
    ["a label that leaves the archive's folder", "label,track_url\n../a,/x\n", "line 2: label"],
    ["a cell too many", "track_url\n/x,/y\n", "line 2: the row"],
    ["an end that is over", "track_url,expires_at\n/ok,\n/x,2026-11-21T09:00:00Z\n", "line 3: expires_at"],
    [
      "an end that is too near",
      "track_url,expires_at\n/ok,\n/x,2026-11-21T10:00:30Z\n",
      "line 3: expires_at",
    ],
    ["a wrong number", "track_url,expires_in\n/x,soon\n", "line 2: expires_in"],
  ])("%s is 400 and makes no link", async (_, csv, field) => {
    const before = links();
    const { status, json } = await send(csv);
    expect([status, json.error, json.details[0].field]).toEqual([400, "invalid_payload", field]);
    expect(links()).toBe(before);
  });

  test("101 rows are too many; past the daily limit none of the rows is made: 409", async () => {
    const own = await createAudioWorld();
    const rows = (count: number, from = 0) =>
      `track_url\n${Array.from({ length: count }, (_, i) => `/tracks/${from + i}`).join("\n")}\n`;
    const sent = (csv: string) => own.call("POST", `${AUDIO}/campaigns`, { headers: CSV, body: csv });
    expect((await sent(rows(101))).json.details[0].message).toContain("at most 100");
    await Promise.all(Array.from({ length: 198 }, (_, i) => own.short({ track_url: `/single/${i}` })));
    const count = () => own.services.live.read.all("SELECT 1 FROM audio_share_links").length;
    const over = await sent(rows(3));
    expect([over.status, over.json.error, count()]).toEqual([409, "state_conflict", 198]);
    expect((await sent(rows(2, 1_000))).status).toBe(200);
    await own.close();
  });

  describe("beside others", () => {
    let behind: AudioWorld;
    beforeAll(async () => {
      behind = await createAudioWorld({ TRUSTED_PROXIES: "127.0.0.1" });
    });
    afterAll(() => behind.close());
    const count = () => behind.services.live.read.all("SELECT 1 FROM audio_share_links").length;
    const from = (host: number) => ({ ...CSV, "x-forwarded-for": `198.51.100.${host}` });

    test("one address makes one at a time, and few addresses wait: the others get 503 and no links", async () => {
      const made = (host: number) =>
        behind.call("POST", `${AUDIO}/campaigns`, { headers: from(host), body: `track_url\n/${host}\n` });
      const answers = await Promise.all([1, 1, 2, 3, 4, 5, 6].map(made));
      expect(answers.map(({ status }) => status)).toEqual([200, 503, 200, 200, 200, 200, 503]);
      expect(answers[1]?.headers.get("retry-after")).toBe("2");
      expect(count()).toBe(5);
      expect((await made(6)).status).toBe(200);
    });

    test("a client that leaves ends the drawing, and makes no links if it was waiting", async () => {
      const app = buildApp(behind.services);
      const leaving = new AbortController();
      const url = `http://localhost${AUDIO}/campaigns`;
      const sent = [7, 8].map((host) => {
        const body = `track_url\n${Array.from({ length: 50 }, (_, i) => `/${host}/${i}\n`).join("")}`;
        return app.handle(
          new Request(url, { method: "POST", headers: from(host), body, signal: leaving.signal }),
        );
      });
      const before = count();
      await until(() => count() > before);
      leaving.abort();
      expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([400, 400]);
      expect(count()).toBe(before + 50);
    });
  });

  test("other media types are 415; bytes that are no UTF-8 are 400; safe mode makes none: 503", async () => {
    const post = (body: string | Uint8Array, type: string) =>
      world.call("POST", `${AUDIO}/campaigns`, { headers: { "content-type": type }, body });
    expect((await post("track_url\n/x\n", "text/plain")).status).toBe(415);
    expect((await post("track_url\n/x\n", "text/csv; charset=latin1")).status).toBe(415);
    expect((await post(new Uint8Array([0x61, 0xff]), "text/csv")).status).toBe(400);
    const { live } = world.services;
    const actor = { kind: "command", name: "test" } as const;
    await live.writer.run((tx) => switchSafeMode(tx, actor, "a drill"));
    expect((await send("track_url\n/safe\n")).status).toBe(503);
    await live.writer.run((tx) => switchSafeMode(tx, actor, null));
  });

  test("an operation without CSV takes none", async () => {
    const answer = await world.call("POST", `${AUDIO}/expand`, { headers: CSV, body: "short_url\nx\n" });
    expect(answer.status).toBe(415);
  });
});
