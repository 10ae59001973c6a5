import { type Static, Type } from "@sinclair/typebox";
import { EnteredTime, OneOf, Repeated, Text } from "../../../http/schema/shapes.ts";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import { EVENT_PATTERNS } from "../../webhooks/events/index.ts";

export const PATH = "/partners/webhooks";
export const ONE = `${PATH}/{webhook_id}`;

export const SettingsForm = Type.Object({
  target_url: Text(2_048),
  event_types: Type.Optional(Repeated(OneOf(EVENT_PATTERNS))),
  description: Type.Optional(Text(200)),
  max_per_second: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  headers: Type.Optional(OneOf(["none"])),
});

export const SwitchForm = Type.Object({ is_active: OneOf(["1", "0"]) });

export const RecoverForm = Type.Object({ since: EnteredTime() });

/** The settings as the API takes them. @throws InvalidInput without a type */
export function settingsOf(form: Static<typeof SettingsForm>) {
  const { target_url, event_types = [], description = null, max_per_second = null, headers } = form;
  if (event_types.length === 0) throw new InvalidInput("event_types", "must be at least one type");
  return {
    target_url,
    event_types,
    description,
    max_per_second,
    ...(headers === undefined ? {} : { headers: null }),
  };
}
