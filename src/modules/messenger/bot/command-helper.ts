import { LOCALES, SOURCE_LOCALE } from "../../../kit/language/locale.ts";
import type { BotApi } from "../telegram/index.ts";
import { describeCommands } from "./commands.ts";

export interface CommandHelp {
  commands: { command: string; description: string }[];
  /** Input for BotFather's /setcommands. */
  botfather: string;
  /** Shell commands that read the token and the secret from variables. */
  curl: { set_webhook: string; set_my_commands: string };
}

/** Commands that set up the bot at Telegram, without secrets. */
export function commandHelp({ botApi, baseUrl }: { botApi: BotApi; baseUrl: string }): CommandHelp {
  const commands = describeCommands(SOURCE_LOCALE);
  return {
    commands,
    botfather: commands.map(({ command, description }) => `${command} - ${description}`).join("\n"),
    curl: {
      set_webhook: curl(`${botApi("$TELEGRAM_BOT_TOKEN")}/setWebhook`, [
        `--data-urlencode "url=${baseUrl}/api/messenger/webhook"`,
        `--data-urlencode "secret_token=$TELEGRAM_WEBHOOK_SECRET"`,
        `--data-urlencode 'allowed_updates=["message"]'`,
      ]),
      set_my_commands: LOCALES.map((locale) =>
        curl(`${botApi("$TELEGRAM_BOT_TOKEN")}/setMyCommands`, [
          `--data-urlencode 'commands=${JSON.stringify(describeCommands(locale))}'`,
          // Without a language: for everybody whose own has no commands.
          ...(locale === SOURCE_LOCALE ? [] : [`--data-urlencode language_code=${locale}`]),
        ]),
      ).join("\n"),
    },
  };
}

function curl(url: string, data: readonly string[]): string {
  return [`curl --fail --silent --show-error "${url}"`, ...data].join(" \\\n  ");
}
