/** Indents JSON token by token, so that numbers, strings, order and repeated keys stay as received. */
import { jsonOverrun } from '../primitives/json-memory.js';

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** The limit of a text that is parsed only to check it. */
const MAX_BYTES = 10 * 1024 * 1024;

/** JSON whose values would take far more memory than its text counts as plain text. */
export function isJsonText(text: string): boolean {
  if (jsonOverrun(text, MAX_BYTES) >= 0) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Undefined for text that is not JSON; null when the result would exceed `maxCharacters`. */
export function indentJson(text: string, maxCharacters: number): string | null | undefined {
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
    if (result.length > maxCharacters) return null;
  }
  return result;
}

function newLine(depth: number): string {
  return `\n${'  '.repeat(depth)}`;
}
