/** Theme parameters that Telegram's clients send, and some that a player's own theme may hold. */

type Theme = Record<string, string>;

function theme(
  bg: string,
  raised: string,
  text: string,
  hint: string,
  link: string,
  button: string,
  on: string,
): Theme {
  return {
    bg_color: bg,
    secondary_bg_color: raised,
    text_color: text,
    hint_color: hint,
    link_color: link,
    button_color: button,
    button_text_color: on,
  };
}

/** Of Telegram's own clients, day and night. */
export const DEFAULT_THEMES: Record<string, Theme> = {
  "iOS, day": theme("#ffffff", "#efeff4", "#000000", "#999999", "#007aff", "#007aff", "#ffffff"),
  "iOS, night": theme("#000000", "#1c1c1d", "#ffffff", "#98989e", "#3e88f7", "#3e88f7", "#ffffff"),
  "iOS, tinted night": theme("#18222d", "#213040", "#ffffff", "#b1c3d5", "#2ea6ff", "#2ea6ff", "#ffffff"),
  "Android, day": theme("#ffffff", "#f0f0f0", "#222222", "#a8a8a8", "#2678b6", "#50a8eb", "#ffffff"),
  "Android, night": theme("#1d2733", "#151e27", "#ffffff", "#7d8b99", "#5eabe1", "#50a8eb", "#ffffff"),
  "Android, dark": theme("#181819", "#000000", "#ffffff", "#82868a", "#6ab2f2", "#4ea4f6", "#ffffff"),
  "Desktop, day": theme("#ffffff", "#f1f1f1", "#000000", "#999999", "#168acd", "#40a7e3", "#ffffff"),
  "Desktop, night": theme("#17212b", "#232e3c", "#f5f5f5", "#708499", "#6ab3f3", "#5288c1", "#ffffff"),
  "macOS, day": theme("#ffffff", "#efeff3", "#000000", "#999999", "#2481cc", "#2481cc", "#ffffff"),
  "macOS, night": theme("#292a2f", "#1e1f23", "#ffffff", "#7d7e82", "#20a3f3", "#20a3f3", "#ffffff"),
  "Web A, day": theme("#ffffff", "#f4f4f5", "#000000", "#707579", "#3390ec", "#3390ec", "#ffffff"),
  "Web A, night": theme("#212121", "#0f0f0f", "#ffffff", "#aaaaaa", "#8774e1", "#8774e1", "#ffffff"),
};

/** A player's own colours, and clients that name only some. */
export const OTHER_THEMES: Record<string, Theme> = {
  sepia: theme("#f4ecd8", "#eadfc4", "#5b4636", "#a08d74", "#b07d2b", "#d9a441", "#ffffff"),
  "yellow button": theme("#fffde7", "#fff9c4", "#3e2723", "#bcaaa4", "#f9a825", "#ffeb3b", "#fffde7"),
  mint: theme("#e8f5e9", "#c8e6c9", "#1b5e20", "#81c784", "#43a047", "#66bb6a", "#e8f5e9"),
  rose: theme("#fff0f3", "#ffd9e0", "#590d22", "#ff8fa3", "#ff4d6d", "#ff758f", "#ffffff"),
  "grey on grey": theme("#808080", "#8a8a8a", "#9a9a9a", "#858585", "#7f8fa0", "#7a7a7a", "#8c8c8c"),
  "no contrast": theme("#336699", "#336699", "#336699", "#336699", "#336699", "#336699", "#336699"),
  "text like the background": theme(
    "#ffffff",
    "#ffffff",
    "#fefefe",
    "#fafafa",
    "#ffffff",
    "#ffffff",
    "#ffffff",
  ),
  "raised of the other scheme": theme(
    "#ffffff",
    "#000000",
    "#111111",
    "#777777",
    "#2481cc",
    "#2481cc",
    "#ffffff",
  ),
  "deep purple": theme("#1a0033", "#2b0a4d", "#e0c3fc", "#7b5ea7", "#a663cc", "#6f2dbd", "#b298dc"),
  terminal: theme("#001100", "#002200", "#00ff41", "#008f11", "#00b32d", "#003b00", "#005f0f"),
  "a background alone": { bg_color: "#ffffff" },
  "a dark background and a button": { bg_color: "#17212b", button_color: "#5288c1" },
  "a background and a text": { bg_color: "#101418", text_color: "#f0f0f0" },
};
