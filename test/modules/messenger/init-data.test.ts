import { describe, expect, test } from "bun:test";
import { generateKeyPairSync, sign } from "node:crypto";
import { readInitData } from "../../../src/modules/messenger/telegram/index.ts";
import { signInitData } from "../../harness/app/init-data.ts";

const TOKEN = "5768337691:AAGDAe6rjxu1cUgxK4BizYi--Utc3J9v5AU";
const NOW = 1_800_000_000_000;
const USER = { id: 279058397, first_name: "Vladislav + - ? /", username: "vdkfrost", language_code: "ru" };
const proof = { kind: "token", token: TOKEN } as const;
const read = (raw: string) => readInitData(raw, proof, NOW);
const signed = (user: object = USER, at = NOW) => signInitData(TOKEN, { user, at });

/** The example from the Telegram Mini Apps documentation (platform/init-data), signed by Telegram. */
const PUBLISHED =
  "user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%20%2B%20-%20%3F%20%5C%2F%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%2C%22allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%5C%2F%5C%2Ft.me%5C%2Fi%5C%2Fuserpic%5C%2F320%5C%2F4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKoLDRG4PnSA.svg%22%7D&chat_instance=8134722200314281151&chat_type=private&auth_date=1733584787&hash=2174df5b000556d044f3f020384e879c8efcab55ddea2ced4eb752e93e7080d6&signature=zL-ucjNyREiHDE8aihFwpfR9aggP2xiAo3NSpfe-p7IbCisNlDKlo7Kb6G4D0Ao2mBrSgEk4maLSdv6MLIlADQ";

describe("init data", () => {
  test("signed with the bot's token identifies the user", () => {
    expect(read(signed())).toMatchObject({ user: { id: 279058397, username: "vdkfrost" }, authDate: NOW });
  });

  test("Telegram's signature is accepted with only the bot's id", () => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const raw = new Uint8Array(publicKey.export({ format: "der", type: "spki" }).subarray(-32));
    const fields = [`auth_date=${NOW / 1000}`, `user=${JSON.stringify(USER)}`];
    const signature = sign(null, Buffer.from(`42:WebAppData\n${fields.join("\n")}`), privateKey).toString(
      "base64url",
    );
    const data = `auth_date=${NOW / 1000}&user=${encodeURIComponent(JSON.stringify(USER))}&signature=${signature}&hash=${"0".repeat(64)}`;
    const byId = (botId: string) => readInitData(data, { kind: "signature", botId, publicKey: raw }, NOW);
    expect(byId("42")?.user.id).toBe(279058397);
    expect(byId("43")).toBeNull();
  });

  test("Telegram's published example verifies with the production key", () => {
    const publicKey = Buffer.from("e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d", "hex");
    const at = 1_733_584_787_000;
    const by = (botId: string) => readInitData(PUBLISHED, { kind: "signature", botId, publicKey }, at);
    expect(by("7342037359")?.user.id).toBe(279058397);
    expect(by("7342037358")).toBeNull();
  });

  const other = signed({ ...USER, id: 1 });
  const cases: [string, string][] = [
    ["nothing", ""],
    ["no hash", signed().replace(/&hash=.*/, "")],
    ["a hash in capitals", signed().replace(/hash=(.*)/, (_, hash: string) => `hash=${hash.toUpperCase()}`)],
    ["a short hash", signed().slice(0, -1)],
    ["another's hash", `${signed().split("&hash=")[0]}&hash=${other.split("&hash=")[1]}`],
    ["a repeated key", `${signed()}&user=%7B%22id%22%3A1%7D`],
    ["a key repeated by another spelling", `${signed()}&%75ser=%7B%22id%22%3A1%7D`],
    ["bad percent encoding", `${signed()}&x=%zz`],
    ["a user that is no object", signed([1])],
    ["a user without an id", signed({ first_name: "x" })],
    ["a user with a negative id", signed({ id: -5 })],
    ["a user with a text as id", signed({ id: "5" })],
    ["a time 61 s ahead", signed(USER, NOW + 61_000)],
    [
      "two fields in one, joined by a line feed",
      signInitData(TOKEN, { user: USER, at: NOW, startParam: "gift" }).replace(
        "&start_param=",
        "%0Astart_param%3D",
      ),
    ],
    ["over 8 KiB", signed({ ...USER, photo_url: "x".repeat(9_000) })],
  ];
  for (const [name, raw] of cases) test(`proves nothing with ${name}`, () => expect(read(raw)).toBeNull());

  test("auth_date may be 59 s in the future", () => {
    expect(read(signed(USER, NOW + 59_000))).not.toBeNull();
  });

  test("+ decodes to a space, so both encodings are equal", () => {
    const raw = signed({ id: 7, first_name: "A B" });
    expect(read(raw.replaceAll("%20", "+"))?.user.firstName).toBe("A B");
  });

  test("names lose control characters and text direction marks", () => {
    expect(read(signed({ id: 7, first_name: "A\u202eB\nC" }))?.user.firstName).toBe("A B C");
  });
});
