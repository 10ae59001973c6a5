/**
 * Telegram's bridge, as far as this app speaks it: init data, theme, viewport, back button, haptics. Outside of Telegram
 * every call does nothing.
 */

const TELEGRAM = "https://web.telegram.org";
const launch = new URLSearchParams(location.hash.slice(1));
const listeners = new Map();

/** Empty outside of Telegram. */
export const initData = launch.get("tgWebAppData") ?? "";
export const isInTelegram = initData !== "";

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
    // Not the bridge's.
  }
});
// The names by which Telegram's native apps call in.
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

function applyTheme(theme) {
  for (const [name, property] of Object.entries(COLOURS)) {
    const colour = theme[name];
    if (/^#[0-9a-f]{6}$/i.test(colour ?? "")) document.documentElement.style.setProperty(property, colour);
  }
}

function themeOfLaunch() {
  try {
    return JSON.parse(launch.get("tgWebAppThemeParams") ?? "{}");
  } catch {
    return {};
  }
}

applyTheme(themeOfLaunch());
on("theme_changed", ({ theme_params }) => applyTheme(theme_params ?? {}));
on("viewport_changed", ({ height }) => {
  if (typeof height === "number") document.documentElement.style.setProperty("--height", `${height}px`);
});

/** Tells Telegram that the app can be shown, in full height. */
export function ready() {
  send("web_app_ready");
  send("web_app_expand");
  send("web_app_request_theme");
  send("web_app_request_viewport");
}

/** @param {(() => void) | null} action null hides the button */
export function backButton(action) {
  send("web_app_setup_back_button", { is_visible: action !== null });
  on("back_button_pressed", () => action?.());
}

/** A tap that is felt: light, medium or heavy. */
export function tap(style = "light") {
  send("web_app_trigger_haptic_feedback", { type: "impact", impact_style: style });
}

/** success, warning or error. */
export function buzz(type) {
  send("web_app_trigger_haptic_feedback", { type: "notification", notification_type: type });
}
