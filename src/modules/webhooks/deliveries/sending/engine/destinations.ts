import { isIP } from "node:net";
import { remembered } from "../../../../../kit/remembered.ts";
import { NO_PUBLIC_ADDRESS, TargetFault } from "../../faults.ts";
import { isPublicAddress, toHostname } from "../targets.ts";

/** A parsed target URL. */
export interface Destination {
  /** Host name or address, as resolvers and certificates spell it. */
  name: string;
  isAddress: boolean;
  isSecure: boolean;
  /** Value of the Host header. */
  host: string;
  port: number;
  /** With the query. */
  path: string;
}

export interface DestinationOptions {
  allowHttp: boolean;
}

const MAX_KEPT = 10_000;
const DEFAULT_PORTS = { "http:": 80, "https:": 443 };

/** Cache of parsed targets. */
export class Destinations {
  /** @throws TargetFault for a protocol that is not allowed; TypeError if the text is not a URL */
  readonly of = remembered(MAX_KEPT, (text: string) => this.#parse(text));

  constructor(private readonly options: DestinationOptions) {}

  #parse(text: string): Destination {
    const url = new URL(text);
    const { protocol, port, host, pathname, search } = url;
    if (!isAllowed(protocol, this.options))
      throw new TargetFault("blocked_target", `${protocol.slice(0, -1)} targets are not allowed`);
    const name = toHostname(url);
    return {
      name,
      isAddress: isIP(name) !== 0,
      isSecure: protocol === "https:",
      host,
      port: port === "" ? DEFAULT_PORTS[protocol] : Number(port),
      path: `${pathname}${search}`,
    };
  }
}

function isAllowed(
  protocol: string,
  { allowHttp }: DestinationOptions,
): protocol is keyof typeof DEFAULT_PORTS {
  return protocol === "https:" || (protocol === "http:" && allowHttp);
}

/** @throws TargetFault unless all of these addresses are public. */
export function requirePublic(addresses: readonly string[]): void {
  if (!addresses.every(isPublicAddress)) throw new TargetFault("blocked_target", NO_PUBLIC_ADDRESS);
}
