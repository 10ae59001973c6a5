import { Type } from "@sinclair/typebox";
import { checkedJson } from "../../kit/formats/checked-json.ts";

/** The text of an answer that was made or recorded before. */
export const ANSWER_TEXT = checkedJson("The text of an answer", Type.Object({}));
