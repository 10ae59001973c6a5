import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { join, resolve } from "node:path";
import { inScratch, missingPrograms, run } from "../../../harness/processes/programs.ts";
import vectors from "../../../vectors/webhook-signing.json";

/** Runs every receiver of the developers' pages as described in its first lines, with real deliveries. */

const FOLDER = resolve(import.meta.dir, "../../../../src/modules/developers/guide/snippets");
const BUILD_MS = 180_000;
const GO = { GOPROXY: "off", GOTOOLCHAIN: "local" };

const SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const OLD = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";
const ID = "evt_01KAK2TJ00ZQ8V7M3D9C4X5R1B";
const bodyOf = (id: string) =>
  `{"event_id":"${id}", "event_type":"users.updated","data":{"display_name":"Zo\u00eb \u2615"}}\n`;
const BODY = bodyOf(ID);

// These programs read the system clock.
const now = () => Math.floor(Date.now() / 1000);
const hex = (secret: string, timestamp: number, body: string) =>
  createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
const standard = (secret: string, id: string, timestamp: number, body: string) => {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
};

interface SentWebhook {
  secret?: string;
  /** The event's id, in the body and the headers. */
  id?: string;
  /** Another id in the headers. */
  header?: string;
  timestamp?: number;
  family?: "x" | "standard" | "both";
  /** Body sent in place of the signed one. */
  altered?: string;
}

function headersOf({ secret = SECRET, id = ID, header = id, timestamp = now(), family = "x" }: SentWebhook) {
  const body = bodyOf(id);
  const own = {
    "x-webhook-id": header,
    "x-webhook-event": "users.updated",
    "x-webhook-timestamp": String(timestamp),
    "x-webhook-signature": hex(secret, timestamp, body),
  };
  const theirs = {
    "webhook-id": header,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,bm9uc2Vuc2U= ${standard(secret, id, timestamp, body)}`,
  };
  return family === "x" ? own : family === "standard" ? theirs : { ...own, ...theirs };
}

interface Program {
  file: string;
  needs: string[];
  /** Command that starts the program, after a build if it needs one. */
  prepare(scratch: string): Promise<string[]>;
}

const SERVERS: Program[] = [
  {
    file: "receive.ts",
    needs: [process.execPath],
    prepare: async () => [process.execPath, join(FOLDER, "receive.ts")],
  },
  { file: "receive.py", needs: ["python3"], prepare: async () => ["python3", join(FOLDER, "receive.py")] },
  {
    file: "receive.go",
    needs: ["go"],
    async prepare(scratch) {
      const built = join(scratch, "receive");
      const ran = await run(["go", "build", "-o", built, join(FOLDER, "receive.go")], {
        cwd: scratch,
        environment: GO,
      });
      expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
      return [built];
    },
  },
];

/** Sends part of a body, then resets the connection. */
async function breakOff(port: number): Promise<void> {
  const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } });
  socket.write("POST /hooks HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{");
  socket.flush();
  socket.terminate();
}

/** Lines that a program writes to standard output. */
async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + new TextDecoder().decode(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

describe("receivers of the developers' pages", () => {
  for (const { file, needs, prepare } of SERVERS) {
    test.skipIf(missingPrograms(needs, file).length > 0)(
      `${file} takes what is genuine, once, by either family of headers, and nothing else`,
      () =>
        inScratch(async (scratch) => {
          const command = await prepare(scratch);
          const { PATH = "", HOME = scratch } = process.env;
          const child = Bun.spawn(command, {
            env: { PATH, HOME, PORT: "0", SECRETS: `${SECRET},${OLD},`, PYTHONDONTWRITEBYTECODE: "1" },
            stdout: "pipe",
            stderr: "inherit",
          });
          try {
            const lines = linesOf(child.stdout);
            const port = /^listening on (\d+)$/.exec((await lines.next()).value ?? "")?.[1];
            const send = async (sent: SentWebhook) => {
              const response = await fetch(`http://127.0.0.1:${port}/hooks`, {
                method: "POST",
                headers: headersOf(sent),
                body: sent.altered ?? bodyOf(sent.id ?? ID),
              });
              return response.status;
            };
            expect(await send({})).toBe(204);
            expect((await lines.next()).value).toBe(`took users.updated ${ID}`);
            expect(await send({ family: "both" })).toBe(204);
            expect(await send({ family: "standard", id: "evt_2" })).toBe(204);
            expect((await lines.next()).value).toBe("took users.updated evt_2");
            expect(await send({ secret: OLD, id: "evt_3" })).toBe(204);
            expect((await lines.next()).value).toBe("took users.updated evt_3");
            expect(await send({ secret: OLD, id: "evt_4", family: "standard" })).toBe(204);
            expect((await lines.next()).value).toBe("took users.updated evt_4");
            for (const forged of [
              { secret: "whsec_AAAA" },
              { altered: BODY.trimEnd() },
              { timestamp: now() - 400 },
              { timestamp: now() + 400 },
            ]) {
              expect([forged, await send({ ...forged, id: "evt_5" })]).toEqual([forged, 401]);
              const other = await send({ ...forged, id: "evt_5", family: "standard" });
              expect([forged, other]).toEqual([forged, 401]);
            }
            // Captured deliveries sent again under another id: the signature of the body alone still matches.
            for (const family of ["x", "standard", "both"] as const)
              expect([family, await send({ family, header: "evt_5" })]).toEqual([family, 401]);
            await breakOff(Number(port));
            const unsigned = await send({ secret: "", id: "evt_5" });
            expect(unsigned).toBe(401);
            const bare = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: BODY });
            expect(bare.status).toBe(401);
            expect(await send({ id: "evt_6" })).toBe(204);
            expect((await lines.next()).value).toBe("took users.updated evt_6");
          } finally {
            child.kill();
            await child.exited;
          }
        }),
      BUILD_MS,
    );

    test.skipIf(missingPrograms(needs, file).length > 0)(
      `${file} does not start without a secret`,
      () =>
        inScratch(async (scratch) => {
          for (const SECRETS of ["", ","]) {
            const ran = await run(await prepare(scratch), { environment: { PORT: "0", SECRETS } });
            expect([ran.exitCode, ran.stdout]).toEqual([1, ""]);
            expect(ran.stderr).toContain("SECRETS must hold the webhook's secret");
          }
        }),
      BUILD_MS,
    );
  }

  test.skipIf(missingPrograms(["bash", "openssl"], "receive.sh").length > 0)(
    "receive.sh tells a genuine stored delivery from a forged or stale one, by either family",
    async () => {
      const check = async (environment: Record<string, string>, stdin = BODY) => {
        const ran = await run(["bash", join(FOLDER, "receive.sh")], {
          environment: { SECRETS: `${SECRET},${OLD}`, ID, TIMESTAMP: String(now()), ...environment },
          stdin,
        });
        return [ran.exitCode, ran.stdout.trim(), ran.stderr];
      };
      const at = now();
      const time = { TIMESTAMP: String(at) };
      for (const secret of [SECRET, OLD]) {
        const own = { ...time, SIGNATURE: hex(secret, at, BODY) };
        expect(await check(own)).toEqual([0, `genuine ${ID}`, ""]);
        expect(await check({ ...own, ID: "" })).toEqual([0, `genuine ${ID}`, ""]);
        expect(await check({ ...own, ID: "evt_2" })).toEqual([1, "forged", ""]);
        const SIGNATURE = `v1,bm9uc2Vuc2U= ${standard(secret, ID, at, BODY)}`;
        expect(await check({ ...time, SIGNATURE })).toEqual([0, `genuine ${ID}`, ""]);
        expect(await check({ ...time, SIGNATURE, ID: "evt_2" })).toEqual([1, "forged", ""]);
        expect(await check({ ...time, SIGNATURE }, BODY.trimEnd())).toEqual([1, "forged", ""]);
      }
      for (const SECRETS of ["", "whsec_", "whsec_!!!!", "replace-me"])
        for (const SIGNATURE of ["", "v1,", standard("whsec_", ID, at, BODY)])
          expect((await check({ ...time, SECRETS, SIGNATURE })).slice(0, 2)).toEqual([1, "forged"]);
      const stale = String(at - 400);
      expect(await check({ TIMESTAMP: stale, SIGNATURE: hex(SECRET, at - 400, BODY) })).toEqual([
        1,
        "stale",
        "",
      ]);
    },
  );

  test("their signatures match the published vectors", () => {
    for (const each of vectors.cases)
      expect(hex(vectors.secret, each.timestamp, each.body)).toBe(each.signature);
  });
});
