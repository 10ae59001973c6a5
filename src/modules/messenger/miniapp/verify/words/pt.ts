import type { Translation } from "../../../../../kit/language/catalogue.ts";
import type { en } from "./en.ts";

export const pt: Translation<typeof en> = {
  title: "Recalcular rodadas",
  needs_script:
    "Esta página calcula no seu navegador e precisa de JavaScript. O comando <command>salute fair-play verify</command> faz o mesmo.",
  how: "Cole respostas de <path>/api/messenger/games/rounds/…</path>: uma só, uma lista JSON ou uma por linha. Uma rodada pode ser recalculada depois que a semente do servidor é revelada. Tudo é calculado no seu navegador e nenhuma rodada é enviada. Para um compromisso registrado, a página baixa a entrada do seu dia UTC.",
  rounds: "Rodadas",
  recompute: "Recalcular",
  computed: "Como é calculado",
  rule_commitment: "O compromisso é o SHA-256 em hexadecimal do texto da semente do servidor.",
  rule_block:
    "O bloco r é HMAC-SHA256, com o texto da semente do servidor como chave, sobre <formula>client seed:nonce:r</formula>. Cada sorteio usa quatro bytes, o mais significativo primeiro.",
  rule_range:
    "reject-v1 descarta números a partir de 2³² − (2³² mod n) e usa os demais mod n; stake-v1 usa floor(número / 2³² · n).",
  rule_games:
    "A roleta sorteia uma vez sobre a soma dos pesos. A grade sorteia entre as células restantes, primeiro as minas, depois os alvos.",
  rule_log:
    "Os compromissos de um dia UTC são as folhas de uma árvore de Merkle (RFC 6962), cuja raiz está no <log>registro assinado</log>: a semente não pode ter sido escolhida depois da rodada.",
  back: "Voltar aos jogos",
  fair: "Correta",
  mismatch: "Não confere",
  not_revealed: "Não revelada",
  not_in_log: "Fora do registro",
  spin_wheel: "Roleta",
  recon_grid: "Grade",
  round: "{game}, rodada {id}.",
  matches: "O resultado confere com as sementes.",
  seed_hidden: "A semente do servidor ainda não foi revelada.",
  not_logged_yet: "O dia UTC do compromisso ainda não estava registrado.",
  logged: "Seu compromisso é o número {number} de {size} em {day}, entrada {entry} do registro assinado.",
  log_unproved: "O registro assinado não comprova o compromisso: {reason}.",
  result:
    "{ok} de {all} rodadas conferem com suas sementes; os compromissos de {logged} estão no registro assinado.",
  invalid: "Entrada inválida: {reason}",
};
