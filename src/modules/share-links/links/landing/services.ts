import { Type } from "@sinclair/typebox";
import type { AudioShare } from "../audio-share.ts";
import { refusal } from "../destination.ts";
import { BUILT_IN_POLICY } from "../policy.ts";
import { type Decision, decide } from "../rules.ts";

interface Service {
  label: string;
  /** As in a policy: `*.x` covers every host under x but not x itself. */
  hosts: readonly string[];
}

/** The streaming services of landing pages, in the order of their buttons, with the hosts of their links. */
export const SERVICES = {
  spotify: { label: "Spotify", hosts: ["open.spotify.com", "spotify.link"] },
  apple_music: {
    label: "Apple Music",
    hosts: ["music.apple.com", "geo.music.apple.com", "itunes.apple.com"],
  },
  youtube: {
    label: "YouTube",
    hosts: ["www.youtube.com", "youtube.com", "m.youtube.com", "music.youtube.com", "youtu.be"],
  },
  soundcloud: {
    label: "SoundCloud",
    hosts: ["soundcloud.com", "www.soundcloud.com", "m.soundcloud.com", "on.soundcloud.com"],
  },
  bandcamp: { label: "Bandcamp", hosts: ["bandcamp.com", "*.bandcamp.com"] },
  deezer: { label: "Deezer", hosts: ["www.deezer.com", "deezer.com", "link.deezer.com", "deezer.page.link"] },
  tidal: { label: "TIDAL", hosts: ["tidal.com", "www.tidal.com", "listen.tidal.com"] },
} as const satisfies Record<string, Service>;

export type ServiceName = keyof typeof SERVICES;

export const SERVICE_NAMES = Object.keys(SERVICES) as ServiceName[];

const address = (name: ServiceName) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: BUILT_IN_POLICY.max_length,
      description: `The track on ${SERVICES[name].label}: an https address of ${SERVICES[name].hosts.join(", ")}.`,
    }),
  );

/** The track's addresses by service. */
export const ServicesShape = Type.Object(
  {
    spotify: address("spotify"),
    apple_music: address("apple_music"),
    youtube: address("youtube"),
    soundcloud: address("soundcloud"),
    bandcamp: address("bandcamp"),
    deezer: address("deezer"),
    tidal: address("tidal"),
  },
  {
    description: "Buttons of the landing page: an address per streaming service, on a host of that service.",
    examples: [{ spotify: "https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC" }],
  },
);

export type ServiceLinks = Partial<Record<ServiceName, string | undefined>>;

/** A service's hosts, without those that the operators deny. */
function decideOn(share: AudioShare, name: ServiceName, url: string): Decision {
  const policy = { ...BUILT_IN_POLICY, allow: SERVICES[name].hosts, deny: share.policy.deny };
  return decide(url, policy, share.ground());
}

/**
 * The parsed addresses of the services, in the order of the buttons.
 * @throws Problem destination_invalid, destination_host_denied, each naming the service
 */
export function admitServices(share: AudioShare, given: ServiceLinks): ServiceLinks {
  const admitted: ServiceLinks = {};
  for (const name of SERVICE_NAMES) {
    const text = given[name];
    if (text === undefined) continue;
    const decision = decideOn(share, name, text);
    const field = `services.${name}`;
    if (!decision.allowed) throw refusal(decision.rule, decision.deniedHost, field);
    // The site's own addresses pass every policy, but they are not the service's.
    if (new URL(decision.url).origin === share.ground().site.origin)
      throw refusal("not_in_allowlist", decision.host, field);
    admitted[name] = decision.url;
  }
  return admitted;
}

/** The services of a stored landing page whose hosts are not denied meanwhile. */
export function withoutDenied(share: AudioShare, stored: ServiceLinks): ServiceLinks {
  const isAllowed = (name: ServiceName) => decideOn(share, name, stored[name] ?? "").allowed;
  const names = SERVICE_NAMES.filter((name) => stored[name] !== undefined && isAllowed(name));
  return Object.fromEntries(names.map((name) => [name, stored[name]]));
}
