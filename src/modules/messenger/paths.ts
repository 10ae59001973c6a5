/** Path prefix of the messenger's operations, and its alias. */
export const MESSENGER_PREFIX = "/api/messenger/";
export const ALIAS_PREFIX = "/api/telegram/";

/** The alias of an operation's path. */
export function toAlias(path: string): string {
  return path.replace(MESSENGER_PREFIX, ALIAS_PREFIX);
}

/** Groups of the OpenAPI document. */
export const MESSENGER_GROUP = "messenger";
export const MESSENGER_ADMIN_GROUP = "messenger-admin";
