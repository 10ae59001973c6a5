/**
 * The parts of Telegram's bridge used by this app: init data, launch parameters, viewport, back button, haptic feedback.
 * Outside of Telegram, calls do nothing.
 */

const TELEGRAM = "https://web.telegram.org";
/** The parameters with which Telegram opened the page. */
export const launch = new URLSearchParams(location.hash.slice(1));
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

on("viewport_changed", ({ height }) => {
  if (typeof height === "number") document.documentElement.style.setProperty("--height", `${height}px`);
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

/** Opens a page outside of the app. */
export function openLink(url) {
  if (isInTelegram) send("web_app_open_link", { url });
  else window.open(url, "_blank", "noopener");
}

/** Opens a path of t.me in Telegram. */
export function openTelegramLink(path_full) {
  send("web_app_open_tg_link", { path_full });
}

/** Haptic feedback for a tap: light, medium or heavy. */
export function tapFeedback(style = "light") {
  send("web_app_trigger_haptic_feedback", { type: "impact", impact_style: style });
}

/** Haptic feedback for a result: success, warning or error. */
export function resultFeedback(type) {
  send("web_app_trigger_haptic_feedback", { type: "notification", notification_type: type });
}
