import { httpAddress } from "../../kit/network/addresses.ts";
import type { Config } from "../config.ts";

/** The server's addresses: without PUBLIC_BASE_URL, the base follows from the port, once that is known. */
export class Address {
  #base: string;
  #listener: string | null = null;

  constructor(private readonly config: Pick<Config, "publicBaseUrl" | "serverBaseUrl" | "host" | "port">) {
    this.#base = config.publicBaseUrl ?? config.serverBaseUrl ?? httpAddress(config.host, config.port);
  }

  /** Of links to this installation, without a slash at its end. */
  readonly baseUrl = (): string => this.#base;

  /** The address of the listener on this machine; null before it has its port, and in commands. */
  readonly listener = (): string | null => this.#listener;

  /** Called with the server's port. */
  readonly listensOn = (port: number): void => {
    const { publicBaseUrl, host } = this.config;
    this.#listener = httpAddress(host, port);
    this.#base = publicBaseUrl ?? this.#listener;
  };
}
