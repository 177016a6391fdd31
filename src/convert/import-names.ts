/** Creates valid names of requests, variables and files from foreign names. */
import { isLetter, isNameCharacter } from '../request-file/text/characters.js';

/** Letters of every script and digits; what stands between them becomes `_`. */
export function requestName(text: string): string {
  return (
    text
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
      .replace(/^_|_$/g, '') || 'request'
  );
}

const PLAIN_NAME = /^[A-Za-z_][\w.-]*$/;

/** Letters, digits, `_ - .`, without a digit at the start. */
export function variableName(text: string): string {
  if (PLAIN_NAME.test(text)) return text;
  const name = text.replace(/[\s\S]/gu, (character) =>
    character.length === 1 && isNameCharacter(character.charCodeAt(0)) ? character : '_',
  );
  return name.startsWith('_') || isLetter(name.charCodeAt(0)) ? name : `_${name}`;
}
