import { type Locale, SOURCE_LOCALE } from "../../../kit/language/locale.ts";
import { STARTER_WORDS } from "./words/index.ts";

/** The code that every new installation begins with. */
export const WELCOME_CODE = "WELCOME";

const SUBJECTS = ["code", "days", "share", "invite"] as const;
export type StarterMission = (typeof SUBJECTS)[number];

interface Texts {
  title: string;
  description: string;
}

/** Key of a mission that every new installation begins with. */
export function starterKey(mission: StarterMission): string {
  return `starter-${mission}`;
}

export function starterTexts(mission: StarterMission, locale: Locale): Texts {
  const words = STARTER_WORDS.in(locale);
  return {
    title: words.say(`${mission}_title`),
    description:
      mission === "code" ? words.say("code_text", { code: WELCOME_CODE }) : words.say(`${mission}_text`),
  };
}

/** A mission's texts in the player's language where they are our own; what operators wrote stays as written. */
export function missionTexts(mission: Texts & { mission_key: string }, locale: Locale): Texts {
  const { description, mission_key, title } = mission;
  const subject = SUBJECTS.find((each) => starterKey(each) === mission_key);
  if (subject === undefined) return { description, title };
  const [own, translated] = [starterTexts(subject, SOURCE_LOCALE), starterTexts(subject, locale)];
  return {
    title: title === own.title ? translated.title : title,
    description: description === own.description ? translated.description : description,
  };
}

/** A code's title in the player's language where it is our own. */
export function promoTitle({ code, title }: { code: string; title: string }, locale: Locale): string {
  const isOwn = code === WELCOME_CODE && title === starterPromoTitle(SOURCE_LOCALE);
  return isOwn ? starterPromoTitle(locale) : title;
}

export function starterPromoTitle(locale: Locale): string {
  return STARTER_WORDS.in(locale).say("welcome");
}
