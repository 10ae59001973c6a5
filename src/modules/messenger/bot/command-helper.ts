import { COMMANDS } from "./commands.ts";

export interface CommandHelp {
  commands: { command: string; description: string }[];
  /** What BotFather's /setcommands takes. */
  botfather: string;
  /** Shell commands; token and secret stand as variables. */
  curl: { set_webhook: string; set_my_commands: string };
}

/** How the bot is set up at Telegram, ready to copy; no secret is in it. */
export function commandHelp({ apiBaseUrl, baseUrl }: { apiBaseUrl: string; baseUrl: string }): CommandHelp {
  const commands = COMMANDS.map(({ command, description }) => ({ command, description }));
  return {
    commands,
    botfather: commands.map(({ command, description }) => `${command} - ${description}`).join("\n"),
    curl: {
      set_webhook: curl(`${apiBaseUrl}/bot$TELEGRAM_BOT_TOKEN/setWebhook`, [
        `--data-urlencode "url=${baseUrl}/api/messenger/webhook"`,
        `--data-urlencode "secret_token=$TELEGRAM_WEBHOOK_SECRET"`,
        `--data-urlencode 'allowed_updates=["message"]'`,
      ]),
      set_my_commands: curl(`${apiBaseUrl}/bot$TELEGRAM_BOT_TOKEN/setMyCommands`, [
        `--data-urlencode 'commands=${JSON.stringify(commands)}'`,
      ]),
    },
  };
}

function curl(url: string, data: readonly string[]): string {
  return [`curl --fail --silent --show-error "${url}"`, ...data].join(" \\\n  ");
}
