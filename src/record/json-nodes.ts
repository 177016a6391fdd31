/** JSON text looked at in its written form: numbers keep their digits, keys their order and repeats. */

export interface JsonNode {
  readonly kind: 'string' | 'number' | 'word' | 'object' | 'array';
  /** In the text, quotes included. */
  readonly start: number;
  readonly end: number;
  /** Keys and indexes that lead to it. */
  readonly path: readonly (string | number)[];
}

/** Deeper ones are neither indented nor looked into: the indentation alone would exceed every size. */
const DEEPEST = 64;

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface Level {
  readonly start: number;
  readonly isObject: boolean;
  index: number;
  key: string;
}

/** Every value, the inner ones first; `text` is valid JSON. False when it is nested too deeply. */
export function visitJson(text: string, visit: (node: JsonNode) => void): boolean {
  const levels: Level[] = [];
  const path = (): (string | number)[] => levels.map((level) => (level.isObject ? level.key : level.index));
  for (let at = 0; at < text.length;) {
    const character = text[at] ?? '';
    const level = levels.at(-1);
    if (character === '{' || character === '[') {
      if (levels.length === DEEPEST) return false;
      levels.push({ start: at, isObject: character === '{', index: 0, key: '' });
      at += 1;
    } else if (character === '}' || character === ']') {
      const ended = levels.pop();
      at += 1;
      visit({
        kind: character === '}' ? 'object' : 'array',
        start: ended?.start ?? 0,
        end: at,
        path: path(),
      });
    } else if (character === ',') {
      if (level) level.index += 1;
      at += 1;
    } else if (character === '"') {
      const end = stringEnd(text, at);
      const colon = level?.isObject === true ? afterBlanks(text, end) : -1;
      if (level && text[colon] === ':') {
        level.key = JSON.parse(text.slice(at, end)) as string;
        at = colon + 1;
      } else {
        visit({ kind: 'string', start: at, end, path: path() });
        at = end;
      }
    } else if (isBlank(character)) at += 1;
    else {
      const end = scalarEnd(text, at);
      visit({ kind: /[-\d]/.test(character) ? 'number' : 'word', start: at, end, path: path() });
      at = end;
    }
  }
  return true;
}

/** With two blanks per level; values keep their text. What is nested too deeply stays as it is. */
export function indentJson(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  for (let at = 0; at < text.length;) {
    const character = text[at] ?? '';
    let end = at + 1;
    if (character === '{' || character === '[') {
      const close = afterBlanks(text, end);
      if (text[close] === '}' || text[close] === ']') {
        parts.push(character, text[close] ?? '');
        end = close + 1;
      } else {
        depth += 1;
        if (depth > DEEPEST) return text;
        parts.push(character, line());
      }
    } else if (character === '}' || character === ']') {
      depth -= 1;
      parts.push(line(), character);
    } else if (character === ',') parts.push(',', line());
    else if (character === ':') parts.push(': ');
    else if (!isBlank(character)) {
      end = character === '"' ? stringEnd(text, at) : scalarEnd(text, at);
      parts.push(text.slice(at, end));
    }
    at = end;
  }
  return parts.join('');
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 92) at += 1;
    else if (code === 34) return at + 1;
  }
  return text.length;
}

function scalarEnd(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && !/[\s,\]}]/.test(text[end] ?? '')) end += 1;
  return end;
}

function afterBlanks(text: string, start: number): number {
  let at = start;
  while (isBlank(text[at] ?? '')) at += 1;
  return at;
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t';
}
