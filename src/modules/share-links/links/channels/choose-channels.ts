import { Type } from "@sinclair/typebox";
import { nearest } from "../../../../kit/nearest.ts";
import { type Warning, warn } from "../validation/warnings.ts";
import type { Channel } from "./channel.ts";
import { CHANNELS, channelNames, DEFAULT_CHANNELS, findChannel } from "./channels.ts";

/** Most channel names per share. */
export const MAX_CHANNELS = 32;
const DEFAULTS = DEFAULT_CHANNELS.flatMap((id) => CHANNELS.filter((each) => each.id === id));
/** Characters of an unknown name that a warning repeats. */
const MAX_SHOWN = 40;
/** Unknown names that get their own warning; one more warning counts the rest. */
const MAX_WARNINGS = 8;
/** Unknown names per request that are compared with every known one. */
const MAX_COMPARED = 64;

/** A comma-separated list of channels in a query or body; at most 32 names. */
export const ChannelList = Type.String({
  pattern: `^[^,]*(,[^,]*){0,${MAX_CHANNELS - 1}}$`,
  "x-expectation": `at most ${MAX_CHANNELS} channel names, separated by commas`,
  description: `Ids or aliases of channels.json; by default ${DEFAULT_CHANNELS.join(",")}.`,
});

/** The channels of one request. Each name is looked up once, however many shares repeat it. */
export class ChannelChoice {
  readonly #nearest = new Map<string, string | null>();

  /**
   * The channels in a comma-separated text (or a list), each once and in its order; the default ones if it is empty.
   * An unknown name gives a warning with the nearest known one.
   */
  choose(given: string | readonly string[] | undefined, warnings: Warning[]): readonly Channel[] {
    if (given === undefined) return DEFAULTS;
    const names = (typeof given === "string" ? given.split(",") : given).map((each) => each.trim());
    const chosen = new Set<Channel>();
    const unknown = new Set<string>();
    for (const name of names) {
      const channel = findChannel(name);
      if (channel !== null) chosen.add(channel);
      else if (name !== "") unknown.add(name.slice(0, MAX_SHOWN).toWellFormed());
    }
    for (const name of [...unknown].slice(0, MAX_WARNINGS)) warnings.push(this.#warnOf(name));
    if (unknown.size > MAX_WARNINGS) warnings.push(warnOfFurther(unknown.size - MAX_WARNINGS));
    return chosen.size === 0 && unknown.size === 0 ? DEFAULTS : [...chosen];
  }

  #warnOf(name: string): Warning {
    const meant = this.#meant(name.toLowerCase());
    const hint = meant === null ? "channels.json lists them" : `did you mean ${meant}`;
    return warn("unknown_channel", `There is no channel ${JSON.stringify(name)}: ${hint}.`, {
      field: "channels",
      nearest: meant,
    });
  }

  #meant(name: string): string | null {
    const known = this.#nearest.get(name);
    if (known !== undefined) return known;
    if (this.#nearest.size >= MAX_COMPARED) return null;
    const near = nearest(name, channelNames());
    const meant = near === null ? null : (findChannel(near)?.id ?? null);
    this.#nearest.set(name, meant);
    return meant;
  }
}

function warnOfFurther(count: number): Warning {
  return warn("unknown_channel", `There are ${count} further unknown channels: channels.json lists them.`, {
    field: "channels",
  });
}
