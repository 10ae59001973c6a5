/**
 * The parts of Telegram's bridge used by this app: init data, theme, viewport, back button, haptic feedback. Outside of
 * Telegram, calls do nothing.
 */

const TELEGRAM = "https://web.telegram.org";
const launch = new URLSearchParams(location.hash.slice(1));
const listeners = new Map();

/** Empty outside of Telegram. */
export const initData = launch.get("tgWebAppData") ?? "";
export const isInTelegram = initData !== "";
/** The player's language at Telegram, such as `pt-br`; empty if unknown. */
export const languageCode = userLanguage();

function userLanguage() {
  try {
    return String(JSON.parse(new URLSearchParams(initData).get("user") ?? "{}").language_code ?? "");
  } catch {
    return "";
  }
}

export function send(type, data = {}) {
  if (!isInTelegram) return;
  const payload = JSON.stringify(data);
  if (window.TelegramWebviewProxy !== undefined) window.TelegramWebviewProxy.postEvent(type, payload);
  else if (typeof window.external?.notify === "function")
    window.external.notify(JSON.stringify({ eventType: type, eventData: data }));
  else if (window.parent !== window)
    window.parent.postMessage(JSON.stringify({ eventType: type, eventData: data }), TELEGRAM);
}

export function on(type, listener) {
  listeners.set(type, listener);
}

function receive(type, data) {
  listeners.get(type)?.(data ?? {});
}

window.addEventListener("message", ({ data, origin, source }) => {
  if (origin !== TELEGRAM || source !== window.parent) return;
  try {
    const { eventData, eventType } = JSON.parse(data);
    receive(eventType, eventData);
  } catch {
    // Not a message of the bridge.
  }
});
// Entry points called by Telegram's native apps.
window.Telegram = { WebView: { receiveEvent: receive } };
window.TelegramGameProxy_receiveEvent = receive;
window.TelegramGameProxy = { receiveEvent: receive };

const COLOURS = {
  bg_color: "--paper",
  secondary_bg_color: "--raised",
  text_color: "--ink",
  hint_color: "--ink-soft",
  link_color: "--link",
  button_color: "--accent",
  button_text_color: "--accent-ink",
};

const HEX = /^#[0-9a-f]{6}$/i;

function channelsOf(colour) {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

/** A colour over another one; `share` from 0 to 1. */
function mixed(under, over, share) {
  const above = channelsOf(over);
  const parts = channelsOf(under).map((part, index) => Math.round(part + (above[index] - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** Whether white contrasts more with a colour than black, by WCAG's relative luminance. */
function isDark(colour) {
  const [red, green, blue] = channelsOf(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.179;
}

const LIGHT = "#ffffff";
const DARK = "#14151a";

/** The one of our two text colours that is read on a background. */
function readableOn(colour) {
  return isDark(colour) ? LIGHT : DARK;
}

/**
 * A theme may name only some colours: what it leaves out follows from its background and text, so that no part keeps the
 * background of another theme. Without a background nothing of it is used.
 */
function completed(theme) {
  const given = Object.entries(COLOURS).filter(([name]) => HEX.test(theme[name] ?? ""));
  const set = Object.fromEntries(given.map(([name, property]) => [property, theme[name]]));
  const { "--accent": accent, "--paper": paper } = set;
  if (paper === undefined) return {};
  const ink = set["--ink"] ?? readableOn(paper);
  const derived = {
    "--ink": ink,
    "--ink-soft": mixed(paper, ink, 0.75),
    "--raised": mixed(paper, ink, 0.06),
    "--line": mixed(paper, ink, 0.2),
    ...(accent === undefined ? {} : { "--accent-ink": readableOn(accent) }),
  };
  return { ...derived, ...set };
}

const root = document.documentElement;
let applied = [];

function applyTheme(theme) {
  const colours = completed(theme);
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
on("viewport_changed", ({ height }) => {
  if (typeof height === "number") root.style.setProperty("--height", `${height}px`);
});

/** Tells Telegram to show the app in full height. */
export function ready() {
  send("web_app_ready");
  send("web_app_expand");
  send("web_app_request_theme");
  send("web_app_request_viewport");
}

/** Sets the action of Telegram's back button. @param {(() => void) | null} action null hides the button */
export function backButton(action) {
  send("web_app_setup_back_button", { is_visible: action !== null });
  on("back_button_pressed", () => action?.());
}

/** Haptic feedback for a tap: light, medium or heavy. */
export function tapFeedback(style = "light") {
  send("web_app_trigger_haptic_feedback", { type: "impact", impact_style: style });
}

/** Haptic feedback for a result: success, warning or error. */
export function resultFeedback(type) {
  send("web_app_trigger_haptic_feedback", { type: "notification", notification_type: type });
}
