/** Recognises tokens by their shape. */
export interface FoundToken {
  /** The kind of token, usable as the name of a placeholder. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Each pattern begins with distinctive letters and does not backtrack, so the time is linear. */
const SHAPES: Readonly<Record<string, string>> = {
  JWT: String.raw`eyJ[\w-]{8,8192}\.eyJ[\w-]{4,8192}\.[\w-]{8,8192}`,
  GITHUB_TOKEN: String.raw`gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_\w{20,255}`,
  // It must contain a digit, because it may be the name of a page otherwise.
  SECRET_KEY: String.raw`sk-(?=[A-Za-z_-]{0,64}\d)[\w-]{20,255}|[sr]k_(?:live|test)_\w{10,255}`,
  AWS_ACCESS_KEY: String.raw`(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])`,
  SLACK_TOKEN: String.raw`xox[abeprs]-[A-Za-z0-9-]{10,255}`,
  GITLAB_TOKEN: String.raw`gl(?:pat|dt|rt|ptt)-[\w-]{16,255}`,
  GOOGLE_API_KEY: String.raw`AIza[\w-]{30,64}`,
  NPM_TOKEN: String.raw`npm_[A-Za-z0-9]{30,64}`,
  // Matches the user information of a URL, of which only the password counts.
  URL_PASSWORD: String.raw`[a-z][a-z0-9+.-]{1,15}:\/\/[^\s\/:@"'<>?#]{0,255}:(?=[^\s\/@"'<>?#]{1,255}@)`,
};

const ANY_SHAPE = new RegExp(
  String.raw`(?<![A-Za-z0-9_])(?:${Object.entries(SHAPES)
    .map(([name, pattern]) => `(?<${name}>${pattern})`)
    .join('|')})`,
  'g',
);

const PASSWORD = /[^\s/@"'<>?#]{1,255}/y;

/** Each shape contains one of these, so a text without them needs no search for whole shapes. */
const SIGN = /eyJ|gh[pousr]_|github_pat_|sk[-_]|rk_|AKIA|ASIA|xox|gl(?:pat|dt|rt|ptt)-|AIza|npm_/;

function hasSign(text: string): boolean {
  return SIGN.test(text) || (text.includes('://') && text.includes('@'));
}

export function findTokens(text: string): FoundToken[] {
  const found = text.includes(KEY_END) ? privateKeys(text) : [];
  if (!hasSign(text)) return found;
  for (const match of text.matchAll(ANY_SHAPE)) {
    const [name = ''] = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined) ?? [];
    const start = match.index;
    const end = start + match[0].length;
    if (name !== 'URL_PASSWORD') {
      found.push({ name, start, end });
      continue;
    }
    PASSWORD.lastIndex = end;
    found.push({ name, start: end, end: end + (PASSWORD.exec(text)?.[0].length ?? 0) });
  }
  return found;
}

const KEY_BEGIN = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/g;
const KEY_END = 'PRIVATE KEY-----';

/** The blocks of RFC 7468, also with their line feeds escaped. */
function privateKeys(text: string): FoundToken[] {
  const found: FoundToken[] = [];
  KEY_BEGIN.lastIndex = 0;
  for (let match = KEY_BEGIN.exec(text); match !== null; match = KEY_BEGIN.exec(text)) {
    const last = text.indexOf(KEY_END, KEY_BEGIN.lastIndex);
    // Without an end, the whole rest of the text may be the key.
    const end = last === -1 ? text.length : last + KEY_END.length;
    found.push({ name: 'PRIVATE_KEY', start: match.index, end });
    KEY_BEGIN.lastIndex = end;
  }
  return found;
}
