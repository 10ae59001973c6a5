import { expect } from "bun:test";
import { type Operation, PAGES_GROUP } from "../../../src/http/operation.ts";
import { sampleBody, samplePath, sampleTarget } from "../../contract/samples.ts";
import type { CallOptions, ReceivedAnswer, World } from "../../harness/app/world.ts";
import type { Seeds } from "./seeds.ts";

/** Parameters of a call; others come from the operation's example or shapes. */
export interface SampleCall {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: object;
  headers?: Record<string, string>;
  idempotencyKey?: string;
}

/** The server whose answers are recorded. */
export type Subject = Pick<World, "call" | "createKey">;

/** Calls operations by id, and stores the first answer of each. */
export class Recorder<Server extends Subject = World> {
  readonly answers: Record<string, unknown> = {};
  readonly operations: ReadonlyMap<string, Operation>;

  /** @param credentials credentials for an operation, by its kind of caller */
  constructor(
    readonly world: Server,
    operations: readonly Operation[],
    private readonly credentials: (operation: Operation) => CallOptions,
    private readonly seeds: Seeds | null = null,
  ) {
    this.operations = new Map(operations.map((each) => [each.id, each]));
  }

  async record(id: string, ask: SampleCall = {}): Promise<ReceivedAnswer["json"]> {
    this.seeds?.next(id);
    const { status, json, text } = await this.ask(id, ask);
    expect([id, status < 300 || text]).toEqual([id, true]);
    this.answers[id] ??= json;
    return json;
  }

  /** Calls an operation, whatever it answers. */
  async ask(id: string, ask: SampleCall = {}): Promise<ReceivedAnswer> {
    const operation = this.operations.get(id);
    if (operation === undefined) throw new Error(`there is no operation ${id}`);
    const { headers, ...credentials } = this.credentials(operation);
    const body = ask.body ?? sampleBody(operation);
    return this.world.call(operation.method, targetOf(operation, ask), {
      ...credentials,
      ...(body === undefined || operation.body === null ? {} : { body }),
      ...(ask.idempotencyKey === undefined ? {} : { idempotencyKey: ask.idempotencyKey }),
      headers: { ...headers, ...ask.headers },
    });
  }

  /** Calls the remaining operations with inputs from their examples or shapes. */
  async recordRest(leftOut: ReadonlySet<string>): Promise<void> {
    for (const operation of this.operations.values())
      if (answersJson(operation) && !(operation.id in this.answers) && !leftOut.has(operation.id))
        await this.record(operation.id);
  }
}

/** Whether the reference shows a JSON answer of the operation. */
export function answersJson({ group, response }: Operation): boolean {
  return group !== PAGES_GROUP && !("mediaType" in response);
}

function targetOf(operation: Operation, { params, query }: SampleCall): string {
  const path =
    params === undefined
      ? samplePath(operation)
      : operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
          encodeURIComponent(String(params[name])),
        );
  const [, sampled] = sampleTarget(operation).split("?");
  const text = query === undefined ? sampled : new URLSearchParams(query).toString();
  return text === undefined || text === "" ? path : `${path}?${text}`;
}
