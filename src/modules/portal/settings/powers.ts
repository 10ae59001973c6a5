/** What a partner's members may change on its own pages, each as an operator permits it. */
export const POWERS = ["deliveries", "webhooks", "secrets", "keys", "sandbox", "members"] as const;
export type Power = (typeof POWERS)[number];

export const POWER_LABELS: Record<Power, string> = {
  deliveries: "deliveries: send them again",
  webhooks: "webhooks: create, change, test and delete them",
  secrets: "secrets: give keys new ones, and end old ones",
  keys: "keys: create them, within the bounds below",
  sandbox: "sandbox: reset it, and ask for a key's promotion",
  members: "members: invite and remove them",
};
