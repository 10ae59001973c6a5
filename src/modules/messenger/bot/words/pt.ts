import type { Translation } from "../../../../kit/language/catalogue.ts";
import type { en } from "./en.ts";

export const pt: Translation<typeof en> = {
  command_start: "Abrir o jogo",
  command_help: "Listar os comandos",
  command_balance: "Ver seus salutes, mísseis e giros grátis",
  command_spin: "Girar a roleta",
  command_missions: "Ver suas missões e o progresso",
  command_link: "Vincular uma carteira Solana",
  command_terms: "Ler os termos",
  start:
    "Boas-vindas, {name}. Gire a roleta, procure na grade e conclua missões; cada rodada pode ser comprovada.",
  start_unnamed:
    "Boas-vindas. Gire a roleta, procure na grade e conclua missões; cada rodada pode ser comprovada.",
  start_button: "Abrir o jogo",
  balance: "Salutes: {salutes}\nMísseis: {missiles}\nGiros grátis: {free_spins}",
  spin: "A roleta está no aplicativo.",
  spin_button: "Girar a roleta",
  mission: "{title}: {value} de {target}",
  missions_none: "Nenhuma missão está aberta agora.",
  missions_open: {
    one: "{count} missão está aberta para você.",
    other: "{count} missões estão abertas para você.",
  },
  missions_more: {
    one: "Mais {count} está aberta para você.",
    other: "Mais {count} estão abertas para você.",
  },
  missions_button: "Ver missões",
  link: "Vincule sua carteira no aplicativo: assine uma mensagem com ela. Nada é enviado nem cobrado.",
  link_again: "Sua carteira está vinculada e verificada. Vincule outra no aplicativo.",
  link_button: "Vincular uma carteira",
  terms:
    "Salutes, mísseis e giros grátis são pontos deste jogo. Aqui não têm valor em dinheiro. As probabilidades são publicadas no aplicativo e cada rodada pode ser recalculada: {url}",
};
