import type { Translation } from "../../../../kit/language/catalogue.ts";
import type { en } from "./en.ts";

export const ru: Translation<typeof en> = {
  command_start: "Открыть игру",
  command_help: "Список команд",
  command_balance: "Показать твои салюты, ракеты и фриспины",
  command_spin: "Крутить колесо",
  command_missions: "Показать твои миссии и их ход",
  command_link: "Привязать кошелёк Solana",
  command_terms: "Прочитать условия",
  start:
    "Привет, {name}. Крути колесо, ищи на поле и выполняй миссии; честность каждого раунда можно доказать.",
  start_unnamed:
    "Привет. Крути колесо, ищи на поле и выполняй миссии; честность каждого раунда можно доказать.",
  start_button: "Открыть игру",
  balance: "Салюты: {salutes}\nРакеты: {missiles}\nФриспины: {free_spins}",
  spin: "Колесо находится в приложении.",
  spin_button: "Крутить колесо",
  mission: "{title}: {value} из {target}",
  missions_none: "Сейчас нет открытых миссий.",
  missions_open: {
    one: "Тебе открыта {count} миссия.",
    few: "Тебе открыты {count} миссии.",
    many: "Тебе открыто {count} миссий.",
    other: "Тебе открыто {count} миссии.",
  },
  missions_more: {
    one: "Тебе открыта ещё {count}.",
    few: "Тебе открыты ещё {count}.",
    many: "Тебе открыто ещё {count}.",
    other: "Тебе открыто ещё {count}.",
  },
  missions_button: "Показать миссии",
  link: "Привяжи кошелёк в приложении: подпиши им одно сообщение. Ничего не отправляется и не списывается.",
  link_again: "Твой кошелёк привязан и проверен. Ещё один можно привязать в приложении.",
  link_button: "Привязать кошелёк",
  terms:
    "Салюты, ракеты и фриспины — очки этой игры. Здесь у них нет денежной стоимости. Вероятности опубликованы в приложении, и каждый раунд можно пересчитать: {url}",
};
