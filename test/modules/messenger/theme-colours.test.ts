import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { DEFAULT_THEMES, OTHER_THEMES } from "../../harness/app/telegram-themes.ts";

type Colours = Record<string, string>;
interface ThemeColours {
  themeColours(theme: Colours, own: (isDark: boolean) => Colours): Colours;
}

const FILE = "../../../src/modules/messenger/miniapp/app/theme-colours.js";
const { themeColours }: ThemeColours = await import(join(import.meta.dir, FILE));
const OWN = (isDark: boolean) =>
  isDark
    ? { accent: "#a9a6ff", ok: "#63cf8e", bad: "#ff8f85" }
    : { accent: "#4a45c4", ok: "#17713b", bad: "#b3261e" };

/** WCAG's contrast ratio, written apart from the page's own. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string) => {
    const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
    const [red = 0, green = 0, blue = 0] = parts.map((part) =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
    );
    return red * 0.2126 + green * 0.7152 + blue * 0.0722;
  };
  const light = Math.max(luminance(one), luminance(other));
  return (light + 0.05) / (Math.min(luminance(one), luminance(other)) + 0.05);
}

const TEXTS = ["--ink", "--ink-soft", "--link", "--ok", "--bad"];

describe("the mini-app's colours in a theme of Telegram reach level AA", () => {
  for (const [name, theme] of Object.entries({ ...DEFAULT_THEMES, ...OTHER_THEMES }))
    test(name, () => {
      const colours = themeColours(theme, OWN);
      const of = (property: string) => colours[property] ?? "none";
      const pairs = TEXTS.flatMap((text) => ["--paper", "--raised"].map((ground) => [text, ground] as const));
      const unreadable = [...pairs, ["--accent-ink", "--accent"] as const]
        .map(([text, ground]) => ({ text, ground, ratio: contrast(of(text), of(ground)) }))
        .filter(({ ratio }) => !(ratio >= 4.5));
      expect(unreadable).toEqual([]);
      expect(of("--paper")).toBe(theme.bg_color ?? "");
    });

  test("a readable theme keeps its own colours", () => {
    const theme = DEFAULT_THEMES["iOS, tinted night"] ?? {};
    expect(themeColours(theme, OWN)).toMatchObject({
      "--paper": "#18222d",
      "--raised": "#213040",
      "--ink": "#ffffff",
      "--ink-soft": "#b1c3d5",
      "--link": "#2ea6ff",
    });
  });

  test("a theme without a background, or with none of its colours, changes nothing", () => {
    expect(themeColours({ text_color: "#f5f5f5" }, OWN)).toEqual({});
    expect(themeColours({ bg_color: "url(#x)" }, OWN)).toEqual({});
  });
});
