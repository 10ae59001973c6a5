import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import {
  collectPrefixes,
  foldCase,
  parseTerm,
  quotePhrase,
} from "../../../../src/modules/ledger/user-search/rules.ts";

describe("folding", () => {
  test("ignores case and maps a character to one character", () => {
    expect(foldCase("ZOE Äß ÉΣς ſK İıI 𐐀")).toBe("zoe äß éσσ sk İıi 𐐨");
  });

  test("FTS5 leaves every folded character as it is: index and row check cannot differ", () => {
    const db = new Database(":memory:");
    db.run("CREATE VIRTUAL TABLE t USING fts5(a, content='', contentless_delete=1, tokenize='trigram')");
    db.run("CREATE VIRTUAL TABLE terms USING fts5vocab(t, 'instance')");
    const insert = db.prepare("INSERT INTO t (rowid, a) VALUES (?, ?)");
    db.run("BEGIN");
    for (let code = 0x20; code < 0x1_ff00; code++) {
      if (code < 0xd800 || code > 0xdfff) insert.run(code, `${foldCase(String.fromCodePoint(code))}zz`);
    }
    db.run("COMMIT");
    const rows = db.query("SELECT term, doc FROM terms").all() as { term: string; doc: number }[];
    const wrong = rows.filter(({ term, doc }) => [...term][0] !== foldCase(String.fromCodePoint(doc)));
    expect([rows.length > 120_000, wrong]).toEqual([true, []]);
    db.close();
  });
});

describe("a searched text", () => {
  test("is a quoted phrase from three characters on, counted as characters", () => {
    expect([parseTerm("zo").isShort, parseTerm("zoe").isShort, parseTerm("😀😀").isShort]).toEqual([
      true,
      false,
      true,
    ]);
    expect(quotePhrase('a"b OR c*')).toBe('"a""b OR c*"');
  });

  test("may be part of an address only where it is base58, and keeps its case there", () => {
    expect(parseTerm("7cVfg")).toEqual({ isShort: false, text: "7cvfg", wallet: "7cVfg" });
    expect([parseTerm("O0l").wallet, parseTerm("a b").wallet]).toEqual([null, null]);
  });
});

describe("the entries of user_prefixes", () => {
  test("are the first one and two characters of each field, folded but for wallets, the status and the notes", () => {
    const prefixes = collectPrefixes({
      username: "Zoe",
      display_name: "Élan",
      external_id: "x",
      email: null,
      status: "active",
      metadata: '{"shop":"web"}',
      wallets: ["7cVf", "7Dab"],
    });
    expect(prefixes.sort()).toEqual(
      ["sactive", "tz", "tzo", "té", "tél", "tx", "w7", "w7c", "w7D", "mshop=web"].sort(),
    );
  });
});
