/** Inviting friends: the player's link as a text, a code and Telegram's share sheet. */
import { isInTelegram, openTelegramLink, tapFeedback } from "/miniapp/bridge.js";
import { $ } from "./elements.js";
import { announce } from "./messages.js";
import { announceFinished, report, today } from "./mission-events.js";
import { read } from "./requests.js";
import { say } from "./words.js";

let link = null;

export async function showInvitation() {
  const invitation = await read("invite");
  link = invitation.url;
  $("invite-link").value = link;
  $("invite-code").src = `data:image/svg+xml,${encodeURIComponent(invitation.qr_svg)}`;
  $("invite-note").textContent = say(invitation.counts ? "invite_counts" : "invite_counts_nobody");
}

/** Opens Telegram's list of chats, or the device's share sheet; without one the link is copied. */
export async function share() {
  tapFeedback("medium");
  const text = say("share_text");
  if (isInTelegram)
    openTelegramLink(`/share/url?url=${encodeURIComponent(link)}&text=${encodeURIComponent(text)}`);
  else if (navigator.share !== undefined) await navigator.share({ url: link, text });
  else await copy("invite-link");
  await report("share_link", `share:${today()}`);
  await announceFinished();
}

/** Copies a field's text; where the clipboard is closed, the text is selected for copying by hand. */
export async function copy(id) {
  try {
    await navigator.clipboard.writeText($(id).value);
    announce(say("copied"));
  } catch {
    $(id).focus();
    $(id).select();
    announce(say("copy_by_hand"));
  }
}
