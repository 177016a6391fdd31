/** JSON indented anew, token by token: numbers, strings, order and repeated keys stay as received (mcp.md 5.3). */
import { jsonOverrun } from '../primitives/json-memory.js';

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Of values that are thrown away at once. */
const MAX_BYTES = 10 * 1024 * 1024;

/** One whose values would take far more memory than its text counts as plain text. */
export function isJsonText(text: string): boolean {
  if (jsonOverrun(text, MAX_BYTES) >= 0) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Undefined for text that is no JSON; null when the result would be longer than `most` characters. */
export function indentJson(text: string, most: number): string | null | undefined {
  if (!isJsonText(text)) return undefined;
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
