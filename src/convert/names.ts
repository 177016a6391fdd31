/** Names of requests, variables and files that come from foreign words (cli.md 10.1). */
import { isLetter, isNameCharacter } from '../request-file/text/characters.js';

export function requestName(text: string): string {
  return text.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_|_$/g, '') || 'request';
}

const PLAIN_NAME = /^[A-Za-z_][\w.-]*$/;

/** Letters, digits, `_ - .`, and no digit at the start. */
export function variableName(text: string): string {
  if (PLAIN_NAME.test(text)) return text;
  const name = text.replace(/[\s\S]/gu, (character) =>
    character.length === 1 && isNameCharacter(character.charCodeAt(0)) ? character : '_',
  );
  return name.startsWith('_') || isLetter(name.charCodeAt(0)) ? name : `_${name}`;
}
