import { Catalogue } from "../../../../kit/language/catalogue.ts";
import { de as deFrame } from "./frame/de.ts";
import { en as enFrame } from "./frame/en.ts";
import { es as esFrame } from "./frame/es.ts";
import { pt as ptFrame } from "./frame/pt.ts";
import { ru as ruFrame } from "./frame/ru.ts";
import { de as deGames } from "./games/de.ts";
import { en as enGames } from "./games/en.ts";
import { es as esGames } from "./games/es.ts";
import { pt as ptGames } from "./games/pt.ts";
import { ru as ruGames } from "./games/ru.ts";
import { de as dePlay } from "./play/de.ts";
import { en as enPlay } from "./play/en.ts";
import { es as esPlay } from "./play/es.ts";
import { pt as ptPlay } from "./play/pt.ts";
import { ru as ruPlay } from "./play/ru.ts";

/** The mini-app's texts: those of its page, and those that its script writes. */
export const MINIAPP_WORDS = new Catalogue(
  { ...enFrame, ...enGames, ...enPlay },
  {
    de: { ...deFrame, ...deGames, ...dePlay },
    es: { ...esFrame, ...esGames, ...esPlay },
    pt: { ...ptFrame, ...ptGames, ...ptPlay },
    ru: { ...ruFrame, ...ruGames, ...ruPlay },
  },
);

export type MiniappWords = ReturnType<typeof MINIAPP_WORDS.in>;
