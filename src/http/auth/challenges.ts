/** Parses `WWW-Authenticate`: a value holds several challenges, with commas between and inside (RFC 9110 section 11.6.1). */
export interface Challenge {
  /** Lower case. */
  readonly scheme: string;
  /** Values by lower-case name, with quotes and escapes undone. */
  readonly parameters: ReadonlyMap<string, string>;
}

const TOKEN = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"?/sy;
/** A value that is not a parameter list, such as that of Negotiate. */
const TOKEN68 = /[A-Za-z0-9\-._~+/]+=*(?=[ \t]*(?:,|$))/y;
const BARE_VALUE = /[^\s,"]*/y;

export function parseChallenges(values: readonly string[]): Challenge[] {
  return values.flatMap(parseValue);
}

function parseValue(text: string): Challenge[] {
  const found: { scheme: string; parameters: Map<string, string> }[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  const skip = (characters: string): void => {
    while (at < text.length && characters.includes(text.charAt(at))) at++;
  };
  while ((skip(' \t,'), at < text.length)) {
    const word = take(TOKEN)?.[0];
    if (word === undefined) {
      at++;
      continue;
    }
    skip(' \t');
    if (text[at] !== '=') {
      found.push({ scheme: word.toLowerCase(), parameters: new Map() });
      take(TOKEN68);
      continue;
    }
    at++;
    skip(' \t');
    const quoted = take(QUOTED)?.[1];
    const value = quoted === undefined ? (take(BARE_VALUE)?.[0] ?? '') : quoted.replace(/\\(.)/gs, '$1');
    const parameters = found.at(-1)?.parameters;
    // The first of a repeated parameter counts, as with repeated headers of that kind.
    if (parameters?.has(word.toLowerCase()) === false) parameters.set(word.toLowerCase(), value);
  }
  return found;
}
