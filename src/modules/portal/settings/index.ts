export { enteredSettings, type PortalSettings, SettingsForm } from "./model.ts";
export { POWER_LABELS, POWERS, type Power } from "./powers.ts";
export { readSettings, setSettings } from "./settings.ts";
export { SettingsQuery, SettingsView, viewSettings } from "./view.ts";
