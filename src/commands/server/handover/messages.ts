import { type Static, Type } from "@sinclair/typebox";
import { checkedJson } from "../../../kit/formats/checked-json.ts";
import { CommandFailed } from "../../command.ts";

const Said = <Kind extends string>(kind: Kind) => Type.Object({ kind: Type.Literal(kind) });

/**
 * Messages between two servers of a data directory while one takes the other's place, in this order. From the
 * successor: `prepared` (it has opened everything that two may have open) and `serving`, or `failed` instead of either.
 * From the predecessor: `take` (it holds its requests, and the directory is unlocked), `replicate` (its Litestream has
 * ended) and `left` (its listener has).
 */
const Message = Type.Union([
  Said("prepared"),
  Type.Object({ kind: Type.Literal("take"), port: Type.Number() }),
  Said("serving"),
  Type.Object({ kind: Type.Literal("failed"), reason: Type.String(), needs_stop: Type.Boolean() }),
  Said("replicate"),
  Said("left"),
]);
export type Message = Static<typeof Message>;
export type MessageKind = Message["kind"];

const MESSAGE = checkedJson("A message between two servers", Message);

/** Only an ordinary restart will do: the server must end before the new one starts. */
export class NeedsStop extends CommandFailed {}

/** The messages of the other process, each awaited under its kind. */
export class Channel {
  readonly #received = new Map<MessageKind, PromiseWithResolvers<Message>>();
  readonly #ended = Promise.withResolvers<never>();

  constructor(private readonly post: (text: string) => void) {
    this.#ended.promise.catch(() => undefined);
  }

  send(message: Message): void {
    this.post(MESSAGE.write(message));
  }

  receive(value: unknown): void {
    const message = MESSAGE.read(String(value));
    this.#of(message.kind).resolve(message);
  }

  /** Nothing more will be received: whatever is awaited fails. */
  end(reason: string): void {
    this.#ended.reject(new Error(reason));
  }

  /** @throws Error if the other process ends first, or the time limit passes */
  async next<Kind extends MessageKind>(
    kind: Kind,
    timeoutMs: number | null = null,
  ): Promise<Extract<Message, { kind: Kind }>> {
    const limit = Promise.withResolvers<never>();
    const timer =
      timeoutMs === null
        ? undefined
        : setTimeout(() => limit.reject(new Error(`it did not say "${kind}" in time`)), timeoutMs);
    try {
      const awaited = this.#of(kind).promise as Promise<Extract<Message, { kind: Kind }>>;
      return await Promise.race([awaited, this.#ended.promise, limit.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  #of(kind: MessageKind): PromiseWithResolvers<Message> {
    let awaited = this.#received.get(kind);
    if (awaited === undefined) {
      awaited = Promise.withResolvers();
      this.#received.set(kind, awaited);
    }
    return awaited;
  }
}
