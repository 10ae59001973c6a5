import type { Messages } from "../../../../kit/language/catalogue.ts";

export const en = {
  code_title: "Redeem your first code",
  code_text: "Enter {code} below.",
  days_title: "Come back",
  days_text: "Open the app on three different days.",
  share_title: "Tell somebody",
  share_text: "Share the game with the button below.",
  invite_title: "Bring a friend",
  invite_text: "Invite a friend by your link. It counts when your friend finishes a mission.",
  welcome: "Welcome",
} as const satisfies Messages;
