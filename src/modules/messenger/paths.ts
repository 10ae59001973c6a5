/** Where the messenger's operations are, and the other name that all of them answer to. */
export const MESSENGER_PREFIX = "/api/messenger/";
export const ALIAS_PREFIX = "/api/telegram/";

/** The other name of an operation's path. */
export function aliasOf(path: string): string {
  return path.replace(MESSENGER_PREFIX, ALIAS_PREFIX);
}

/** Groups of the OpenAPI document. */
export const MESSENGER_GROUP = "messenger";
export const MESSENGER_ADMIN_GROUP = "messenger-admin";
