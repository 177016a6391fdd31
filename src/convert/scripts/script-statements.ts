/** A script cut into statements, as far as that needs no parser: quotes, brackets and comments are respected. */
export function cutStatements(source: string): string[] {
  const statements: string[] = [];
  let current = '';
  let depth = 0;
  for (let at = 0; at < source.length;) {
    const end = tokenEnd(source, at);
    const token = source.slice(at, end);
    at = end;
    if (token.startsWith('//') || token.startsWith('/*')) continue;
    if (token === '(' || token === '[' || token === '{') depth++;
    else if (token === ')' || token === ']' || token === '}') depth--;
    const mayEnd = depth <= 0 && (token === ';' || token === '\n');
    if (mayEnd && (token === ';' || !goesOn(current, source, at))) {
      statements.push(current.trim());
      current = '';
      depth = 0;
    } else current += token;
  }
  return [...statements, current.trim()].filter((statement) => statement !== '');
}

/** Behind a text, a comment, or one character. */
function tokenEnd(source: string, at: number): number {
  const character = source[at];
  if (character === '"' || character === "'" || character === '`') return quoteEnd(source, at, character);
  if (source.startsWith('//', at)) return endOf(source.indexOf('\n', at), source.length);
  if (source.startsWith('/*', at)) return endOf(source.indexOf('*/', at + 2) + 2, source.length, 2);
  return at + 1;
}

function endOf(found: number, otherwise: number, least = 0): number {
  return found < least ? otherwise : found;
}

function quoteEnd(source: string, start: number, quote: string): number {
  for (let at = start + 1; at < source.length; at++) {
    const character = source[at];
    if (character === '\\') at++;
    else if (character === quote) return at + 1;
    else if (character === '\n' && quote !== '`') return at;
  }
  return source.length;
}

/** A line that begins with a dot, or follows an operator, continues the one before. */
function goesOn(current: string, source: string, from: number): boolean {
  if (/[=,(+&|>?:]\s*$/.test(current.slice(-20))) return true;
  let at = from;
  while (source[at] === ' ' || source[at] === '\t' || source[at] === '\r' || source[at] === '\n') at++;
  return source[at] === '.';
}
