/** Text inside Markdown, escaped only where it would be markup (CommonMark section 2.4, GFM section 6.5). */

export function escapeText(text: string): string {
  if (!/[\\`*_[\]<&~]/.test(text)) return text;
  return text.replaceAll(/[\\`*_[\]<&]|~~+/g, (found, at: number) => {
    const before = text[at - 1] ?? ' ';
    const after = text[at + found.length] ?? ' ';
    return needsEscape(found, before, after, text, at) ? escaped(found) : found;
  });
}

/** Escapes line starts that would turn a line of a paragraph into a heading, a quote, a list or a rule. */
export function escapeLineStarts(paragraph: string): string {
  return paragraph
    .split('\n')
    .map((line) =>
      line
        .replace(/^(#{1,6})(?=\s|$)/, '\\$1')
        .replace(/^_(?=(?:[ \t]*_){2,}[ \t]*$)/, '\\_')
        .replace(/^(>|[-+*](?=\s|$)|=+(?=\s*$)|-+(?=\s*$)|~{3,}|`{3,})/, '\\$1')
        .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2'),
    )
    .join('\n');
}

/** The fence is a run of backticks that does not occur inside (CommonMark section 6.1). */
export function formatCodeSpan(text: string): string {
  const code = text.replaceAll(/[\r\n]+/g, ' ');
  if (code.trim() === '') return code;
  const runs = new Set(code.match(/`+/g) ?? []);
  let fence = '`';
  while (runs.has(fence)) fence += '`';
  const pad = /^`|`$|^ .*[^ ].* $/.test(code) ? ' ' : '';
  return fence + pad + code + pad + fence;
}

/** A run of backticks that is longer than any inside the text, and has at least `minLength`. */
export function fenceAround(text: string, minLength: number): string {
  const runs = text.match(/`+/g) ?? [];
  return '`'.repeat(runs.reduce((max, run) => Math.max(max, run.length + 1), minLength));
}

export function formatCodeBlock(text: string, language: string): string {
  const fence = fenceAround(text, 3);
  return `${fence}${language}\n${text}${text.endsWith('\n') || text === '' ? '' : '\n'}${fence}`;
}

/** A link target; the URL standard has encoded its blanks already. */
export function escapeDestination(url: string): string {
  return url.replaceAll(/[()<>\\]/g, (found) => `\\${found}`);
}

function needsEscape(found: string, before: string, after: string, text: string, at: number): boolean {
  switch (found) {
    case '\\':
      return /[!-/:-@[-`{-~]/.test(after);
    case '*':
      return !(isBlank(before) && isBlank(after)) || at === 0;
    case '_':
      return !(isBlank(before) && isBlank(after)) && !(isWord(before) && isWord(after));
    case '<':
      return /[a-z/!?]/i.test(after);
    case '&':
      return /^&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});/i.test(text.slice(at, at + 40));
    default:
      return true;
  }
}

function escaped(found: string): string {
  return Array.from(found, (character) => `\\${character}`).join('');
}

function isBlank(character: string): boolean {
  return /\s/.test(character);
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}
