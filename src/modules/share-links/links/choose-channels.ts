import { nearest } from "../../../kit/nearest.ts";
import { CHANNELS, type Channel, channelNames, DEFAULT_CHANNELS, findChannel } from "./channels.ts";
import { type Warning, warn } from "./warnings.ts";

const DEFAULTS = DEFAULT_CHANNELS.flatMap((id) => CHANNELS.filter((each) => each.id === id));
const MAX_SHOWN = 40;

/**
 * The channels that a comma list (or a list) names, each once, in its order; the default ones where it names none. An
 * unknown name is a warning with the nearest known one.
 */
export function chooseChannels(
  given: string | readonly string[] | undefined,
  warnings: Warning[],
): readonly Channel[] {
  if (given === undefined) return DEFAULTS;
  const names = (typeof given === "string" ? given.split(",") : given).map((each) => each.trim());
  const chosen = new Set<Channel>();
  const unknown = new Set<string>();
  for (const name of names) {
    const channel = findChannel(name);
    if (channel !== null) chosen.add(channel);
    else if (name !== "") unknown.add(name.slice(0, MAX_SHOWN).toWellFormed());
  }
  for (const name of unknown) warnings.push(unknownChannel(name));
  return chosen.size === 0 && unknown.size === 0 ? DEFAULTS : [...chosen];
}

function unknownChannel(name: string): Warning {
  const near = nearest(name.toLowerCase(), channelNames());
  const meant = near === null ? null : (findChannel(near)?.id ?? null);
  const hint = meant === null ? "channels.json lists them" : `perhaps ${meant} is meant`;
  return warn("unknown_channel", `There is no channel ${JSON.stringify(name)}: ${hint}.`, {
    field: "channels",
    nearest: meant,
  });
}
