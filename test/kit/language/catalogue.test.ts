import { describe, expect, test } from "bun:test";
import { Catalogue } from "../../../src/kit/language/catalogue.ts";
import { formatDistance, formatDuration, formatPercentage } from "../../../src/kit/language/formats.ts";
import { acceptedLocale, parseLocale } from "../../../src/kit/language/locale.ts";

const WORDS = new Catalogue(
  {
    hello: "Hello, {name}.",
    open: { one: "{count} incident is open", other: "{count} incidents are open" },
    read: "Read <doc>the docs</doc> at {time}.",
    refused_late: "Come back tomorrow.",
  },
  {
    de: {
      hello: "Hallo, {name}.",
      open: { one: "{count} Vorfall ist offen", other: "{count} Vorfälle sind offen" },
      read: "Um {time} <doc>die Dokumentation</doc> lesen.",
      refused_late: "Kommen Sie morgen wieder.",
    },
    es: {
      hello: "Hola, {name}.",
      open: { one: "{count} incidente abierto", other: "{count} incidentes abiertos" },
      read: "Lee <doc>los documentos</doc> a las {time}.",
      refused_late: "Vuelva mañana.",
    },
    pt: {
      hello: "Olá, {name}.",
      open: { one: "{count} incidente aberto", other: "{count} incidentes abertos" },
      read: "Leia <doc>os documentos</doc> às {time}.",
      refused_late: "Volte amanhã.",
    },
    ru: {
      hello: "Привет, {name}.",
      open: {
        one: "Открыт {count} инцидент",
        few: "Открыто {count} инцидента",
        many: "Открыто {count} инцидентов",
        other: "Открыто {count} инцидента",
      },
      read: "Прочитайте <doc>документы</doc> в {time}.",
      refused_late: "Приходите завтра.",
    },
  },
);

describe("a catalogue", () => {
  test("finds a text by a key that it may lack", () => {
    expect(WORDS.in("de").find("refused_late")).toBe("Kommen Sie morgen wieder.");
    expect(["early", "toString", "open"].map((key) => WORDS.in("ru").find(key))).toEqual([null, null, null]);
  });

  test("writes a message's values, and numbers as the language does", () => {
    expect(WORDS.in("de").say("hello", { name: "Ada" })).toBe("Hallo, Ada.");
    expect(WORDS.in("de").say("open", { count: 1234 })).toBe("1.234 Vorfälle sind offen");
  });

  test("chooses the plural's form by the language's rules", () => {
    const said = [1, 2, 5, 11, 21].map((count) => WORDS.in("ru").say("open", { count }));
    expect(said).toEqual([
      "Открыт 1 инцидент",
      "Открыто 2 инцидента",
      "Открыто 5 инцидентов",
      "Открыто 11 инцидентов",
      "Открыт 21 инцидент",
    ]);
    expect(WORDS.in("es").say("open", { count: 1_000_000 })).toBe("1.000.000 incidentes abiertos");
  });

  test("hands out the parts of a message whose values are elements", () => {
    const time = { at: 1 };
    const doc = (words: string) => ({ link: words });
    expect(WORDS.in("de").show("read", { time, doc })).toEqual([
      "Um ",
      time,
      " ",
      { link: "die Dokumentation" },
      " lesen.",
    ]);
  });

  test("leaves a value's braces and tags alone", () => {
    expect(WORDS.in("en").say("hello", { name: "{name} <doc>x</doc>" })).toBe("Hello, {name} <doc>x</doc>.");
  });
});

test("the language is the first accepted one that we speak", () => {
  const headers = [
    "de-AT,en;q=0.5",
    "fr, pt-BR;q=0.8, en;q=0.9",
    "fr;q=1, *;q=0.1",
    "ru;q=0, es",
    "fr",
    "",
    "x;q=y",
  ];
  expect(headers.map(acceptedLocale)).toEqual(["de", "en", "en", "es", null, null, null]);
  expect([null, "pt_BR", "RU", "zh", "e"].map(parseLocale)).toEqual([null, "pt", "ru", null, null]);
});

test("a time's distance is written in its largest whole unit", () => {
  const written = (ms: number) => formatDistance(ms, { now: 0, locale: "de" });
  expect([0, -1, -90_000, 7_200_000].map(written)).toEqual(["jetzt", "jetzt", "vor 1 Min.", "in 2 Std."]);
});

test("percentages for people are truncated: nothing below 100 reads as 100", () => {
  const written = [99.999, 100, 0.009].map((percent) => formatPercentage(percent, "en"));
  expect(written).toEqual(["99.99 %", "100.00 %", "0.00 %"]);
  expect(formatPercentage(99.5, "de")).toBe("99,50 %");
});

test("a duration has its two largest units", () => {
  const seconds = [0, 45, 60, 3_599, 3_600, 3_660, 90_000, 86_400 * 12];
  const written = seconds.map((each) => formatDuration(each, "en"));
  expect(written).toEqual(["0 s", "45 s", "1 min", "59 min", "1 h", "1 h 1 min", "1 d 1 h", "12 d"]);
  expect(formatDuration(90_000, "de")).toBe("1 Tg. 1 Std.");
  expect(formatDuration(3_660, "ru")).toBe("1 ч 1 мин");
});
