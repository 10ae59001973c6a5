import { Caller } from "./caller.ts";
import type { SaluteOptions } from "./options.ts";
import { Resources } from "./resources.ts";

export type { SaluteCall } from "./call.ts";
export * from "./errors.ts";
export * from "./errors-by-code.ts";
export type * from "./inputs.ts";
export type * from "./models.ts";
export type { CallOptions, SaluteOptions } from "./options.ts";
export type * from "./resources.ts";
export { type Deprecation, type RateLimit, responseOf, type SaluteResponse } from "./response.ts";
export { type Delivery, verifyWebhook, WebhookVerificationError } from "./webhooks.ts";

/** salute's partner API. A sandbox key (`pk_sandbox_…`) goes to the sandbox with the same methods. */
export class Salute extends Resources {
  /** @throws TypeError if an option is missing or wrong */
  constructor(options: SaluteOptions) {
    super(new Caller(options));
  }
}
