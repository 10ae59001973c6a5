import { Caller, type SaluteOptions } from "./caller.ts";
import { Resources } from "./resources.ts";

export type { CallOptions, SaluteOptions } from "./caller.ts";
export * from "./errors.ts";
export * from "./errors-by-code.ts";
export type * from "./inputs.ts";
export type * from "./models.ts";
export type * from "./resources.ts";
export { type Delivery, verifyWebhook, WebhookVerificationError } from "./webhooks.ts";

/** salute's partner API. A sandbox key (`pk_sandbox_…`) goes to the sandbox with the same methods. */
export class Salute extends Resources {
  constructor(options: SaluteOptions) {
    super(new Caller(options));
  }
}
