/** Bytes per encoded word: with its frame, less than RFC 2047's 75 characters. */
const WORD_BYTES = 45;

/**
 * A subject as encoded words (RFC 2047), always: plain text that looks like an encoded word would otherwise be
 * decoded by the reader's program to a text that was never checked.
 */
export function encodeSubject(subject: string): string {
  const words: string[] = [];
  let word = "";
  for (const character of subject) {
    if (Buffer.byteLength(word + character) > WORD_BYTES) {
      words.push(word);
      word = "";
    }
    word += character;
  }
  if (word !== "") words.push(word);
  return words.map((each) => `=?UTF-8?B?${Buffer.from(each).toString("base64")}?=`).join("\r\n ");
}
