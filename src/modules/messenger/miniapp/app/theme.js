/** Telegram's theme, applied to the page at once and whenever it changes. */
import { launch, on } from "/miniapp/bridge.js";
import { isDark, themeColours } from "./theme-colours.js";

const OWN = {
  light: { accent: "#4a45c4", ok: "#17713b", bad: "#b3261e" },
  dark: { accent: "#a9a6ff", ok: "#63cf8e", bad: "#ff8f85" },
};

const root = document.documentElement;
let applied = [];

function applyTheme(theme) {
  const colours = themeColours(theme, (isOnDark) => OWN[isOnDark ? "dark" : "light"]);
  for (const property of applied) root.style.removeProperty(property);
  for (const [property, colour] of Object.entries(colours)) root.style.setProperty(property, colour);
  applied = Object.keys(colours);
  if (colours["--paper"] === undefined) delete root.dataset.scheme;
  else root.dataset.scheme = isDark(colours["--paper"]) ? "dark" : "light";
}

function launchTheme() {
  try {
    return JSON.parse(launch.get("tgWebAppThemeParams") ?? "{}");
  } catch {
    return {};
  }
}

applyTheme(launchTheme());
on("theme_changed", ({ theme_params }) => applyTheme(theme_params ?? {}));
