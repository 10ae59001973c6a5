import { Type } from "@sinclair/typebox";
import { SANDBOX_NAME } from "../../../http/access/sandbox-name.ts";
import { type Operation, partner, readOperation } from "../../../http/operation.ts";
import { refuseInSafeMode } from "../../../http/safe-mode.ts";
import { Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { isoUtc } from "../../../kit/clock.ts";
import {
  FIXTURE_PROFILE,
  MAX_NAMED,
  SANDBOX_START_MS,
  SANDBOX_STATES,
  type SandboxFiles,
  sandboxId,
} from "../files/index.ts";
import { buildEnvelope, envelopeShape } from "./envelope.ts";

interface ResetParts {
  sandboxFiles: SandboxFiles;
  /** Why changes are refused now; null in normal operation. */
  safeModeReason: () => string | null;
}

/** Sets a sandbox to an initial state; it sets rather than adds, so that it needs no record of the intent. */
export function resetRoute({ sandboxFiles, safeModeReason }: ResetParts): Operation {
  return readOperation({
    id: "resetSandbox",
    method: "POST",
    path: "/api/partner/sandbox/reset",
    group: "sandbox",
    summary: "Reset a sandbox to an initial state",
    outcome: "The sandbox was reset to the given state.",
    description: `Users, ledger, webhooks, events, claims and recorded answers are replaced in one commit, and the sandbox clock is set to its start; nonces of the last 15 minutes stay used. It needs no nonce or Idempotency-Key: sent twice, it resets twice. \`standard-v1\` is the state of a new sandbox; \`empty\` has no users and no webhooks; \`ten-thousand\` is standard-v1 with users up to 10,000, each with a balance. A sandbox without a name is your own; a named one is made if it is missing, at most ${MAX_NAMED}. For sandbox keys of any scope.`,
    access: partner(null, { mode: "sandbox" }),
    body: Type.Object({
      state: Type.Optional(
        OneOf(SANDBOX_STATES, {
          description: `The state to which the sandbox is reset; ${FIXTURE_PROFILE} by default.`,
        }),
      ),
      sandbox: Type.Optional(
        Type.String({
          pattern: SANDBOX_NAME,
          "x-expectation": "1 to 40 characters of a-z 0-9 -",
          description: "The named sandbox to reset; by default the one that X-Sandbox asks for.",
        }),
      ),
    }),
    response: Type.Object({
      sandbox: Nullable(Type.String(), {
        description: "Name of the sandbox that was reset; null for your own.",
      }),
      state: OneOf(SANDBOX_STATES, { description: "The state of the sandbox after the reset." }),
      practice_time_utc: Timestamp({ description: "The sandbox clock after the reset." }),
      ...envelopeShape("practice_state", true),
    }),
    errors: ["safe_mode"],
    example: { state: FIXTURE_PROFILE, sandbox: "ci-1" },
    read: async ({ actor, body }) => {
      refuseInSafeMode(safeModeReason());
      const { state = FIXTURE_PROFILE, sandbox = actor.sandbox } = body;
      const place = { partner: actor.partner, name: sandbox };
      const database = sandboxFiles.use(place);
      try {
        await sandboxFiles.reset(sandboxId(place), state);
        return {
          sandbox,
          state,
          practice_time_utc: isoUtc(SANDBOX_START_MS),
          ...buildEnvelope(database.read, true),
        };
      } finally {
        sandboxFiles.letGo(database);
      }
    },
  });
}
