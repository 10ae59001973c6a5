/** Telegram's theme parameters as the page's colours, corrected where a text would be hard to read. */

const PROPERTIES = {
  bg_color: "--paper",
  secondary_bg_color: "--raised",
  text_color: "--ink",
  hint_color: "--ink-soft",
  link_color: "--link",
  button_color: "--accent",
  button_text_color: "--accent-ink",
};

const HEX = /^#[0-9a-f]{6}$/i;
const WHITE = "#ffffff";
const BLACK = "#000000";
/** WCAG's least contrast of text, level AA. */
const READABLE = 4.5;
/** A button's text with at least this contrast stays, and the button's colour gives way. */
const NEARLY_READABLE = 2.5;

function channelsOf(colour) {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

/** A colour over another one; `share` from 0 to 1. */
function mixed(under, over, share) {
  const above = channelsOf(over);
  const parts = channelsOf(under).map((part, index) => Math.round(part + (above[index] - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function luminanceOf(colour) {
  const [red, green, blue] = channelsOf(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG's contrast ratio of two colours, from 1 to 21. */
export function computeContrast(one, other) {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const worstOf = (colour, grounds) => Math.min(...grounds.map((ground) => computeContrast(colour, ground)));

/** Black or white, whichever contrasts more with the backgrounds. */
function extremeOn(grounds) {
  return worstOf(WHITE, grounds) > worstOf(BLACK, grounds) ? WHITE : BLACK;
}

/** The colour, moved towards black or white until it can be read on the backgrounds. */
function readable(colour, grounds, extreme = extremeOn(grounds)) {
  for (let share = 0; share < 1; share += 0.05) {
    const moved = mixed(colour, extreme, share);
    if (worstOf(moved, grounds) >= READABLE) return moved;
  }
  return extreme;
}

export function isDark(colour) {
  return extremeOn([colour]) === WHITE;
}

/** A raised background on which the same texts can be read as on the page's. */
function raisedOn(paper, ink, wanted) {
  const plain = mixed(paper, ink, 0.06);
  const raised = wanted ?? plain;
  if (worstOf(extremeOn([paper, raised]), [paper, raised]) >= 7) return raised;
  return worstOf(extremeOn([paper, plain]), [paper, plain]) >= READABLE ? plain : paper;
}

function buttonOf(accent, wanted) {
  if (wanted !== undefined && computeContrast(wanted, accent) >= NEARLY_READABLE)
    return { "--accent": readable(accent, [wanted]), "--accent-ink": wanted };
  return { "--accent": accent, "--accent-ink": extremeOn([accent]) };
}

/**
 * The page's properties by a theme's parameters. A theme may name only some colours: what it leaves out follows from its
 * background and text, so that no part keeps the background of another theme. Without a background nothing of it is used.
 * @param own the page's own colours in the scheme of the theme: accent, ok and bad
 */
export function themeColours(theme, ownOf) {
  const given = Object.entries(PROPERTIES).filter(([name]) => HEX.test(theme[name] ?? ""));
  const set = Object.fromEntries(given.map(([name, property]) => [property, theme[name].toLowerCase()]));
  const { "--paper": paper } = set;
  if (paper === undefined) return {};
  const own = ownOf(isDark(paper));
  const ink = readable(set["--ink"] ?? extremeOn([paper]), [paper]);
  const raised = raisedOn(paper, ink, set["--raised"]);
  const grounds = [paper, raised];
  return {
    "--paper": paper,
    "--raised": raised,
    "--ink": readable(ink, grounds),
    "--ink-soft": readable(set["--ink-soft"] ?? mixed(paper, ink, 0.75), grounds),
    "--line": mixed(paper, ink, 0.2),
    "--link": readable(set["--link"] ?? set["--accent"] ?? own.accent, grounds),
    "--ok": readable(own.ok, grounds),
    "--bad": readable(own.bad, grounds),
    ...buttonOf(set["--accent"] ?? own.accent, set["--accent-ink"]),
  };
}
