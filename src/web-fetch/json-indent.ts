/** JSON indented anew, token by token: numbers, strings, order and repeated keys stay as received (mcp.md 5.3). */

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Undefined for text that is no JSON; null when the result would be longer than `most` characters. */
export function indentJson(text: string, most: number): string | null | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  let depth = 0;
  let result = '';
  let last = '';
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '}' || token === ']') {
      depth -= 1;
      if (!(last === '{' || last === '[')) result += newLine(depth);
    } else if (last === '{' || last === '[' || last === ',') {
      result += newLine(depth);
    }
    result += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth += 1;
    last = token;
    if (result.length > most) return null;
  }
  return result;
}

function newLine(depth: number): string {
  return `\n${'  '.repeat(depth)}`;
}
