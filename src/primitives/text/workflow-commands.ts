/**
 * Under GitHub Actions a printed line can be a command: a line that begins with `::` after any blanks, or holds `##[`.
 * Text from files and servers must not give commands, so one character of each such sign is escaped.
 */
export type Notation = 'text' | 'json' | 'xml' | 'commands';

const SIGN = /^([^\S\r\n\u2028\u2029]*):(?=:)|#(?=#\[)/gmu;

/** The escape depends on the notation, so that JSON and XML keep their meaning; `commands` stay as they are. */
export function escapeCommands(text: string, notation: Notation): string {
  if (notation === 'commands' || !(text.includes('::') || text.includes('##['))) return text;
  return text.replace(SIGN, (sign: string, blanks: string | undefined) => {
    const code = sign.endsWith(':') ? 0x3a : 0x23;
    const escape = notation === 'xml' ? `&#${code};` : `\\u00${code.toString(16)}`;
    return (blanks ?? '') + escape;
  });
}
