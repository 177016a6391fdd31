/** JSON text looked at in its written form: numbers keep their digits, keys their order and repeats. */

export interface JsonNode {
  readonly kind: 'string' | 'number' | 'word' | 'object' | 'array';
  /** In the text, quotes included. */
  readonly start: number;
  readonly end: number;
  /** Key or index in what holds it; undefined at the top. */
  readonly step: string | number | undefined;
  readonly holder: Holder | undefined;
}

/** An object or array, while its members are looked at. */
interface Holder {
  readonly step: string | number | undefined;
  readonly holder: Holder | undefined;
}

/** Keys and indexes that lead to a value. */
export function pathOf({ step, holder }: Holder): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at: Holder | undefined = { step, holder }; at; at = at.holder) {
    if (at.step !== undefined) path.push(at.step);
  }
  return path.reverse();
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

interface Level extends Holder {
  readonly start: number;
  readonly isObject: boolean;
  index: number;
  key: string;
}

/** Every value, the inner ones first; `text` is valid JSON. False when it is nested too deeply. */
export function visitJson(text: string, visit: (node: JsonNode) => void): boolean {
  const levels: Level[] = [];
  let level: Level | undefined;
  const stepHere = (): string | number | undefined => (level?.isObject === true ? level.key : level?.index);
  for (let at = 0; at < text.length;) {
    const character = text[at] ?? '';
    if (character === '{' || character === '[') {
      if (levels.length === DEEPEST) return false;
      level = { start: at, isObject: character === '{', index: 0, key: '', step: stepHere(), holder: level };
      levels.push(level);
      at += 1;
    } else if (character === '}' || character === ']') {
      const { start = 0, step, holder } = levels.pop() ?? {};
      level = levels.at(-1);
      at += 1;
      visit({ kind: character === '}' ? 'object' : 'array', start, end: at, step, holder });
    } else if (character === ',') {
      if (level) level.index += 1;
      at += 1;
    } else if (character === '"') {
      const end = stringEnd(text, at);
      const colon = level?.isObject === true ? afterBlanks(text, end) : -1;
      if (level && text[colon] === ':') {
        level.key = keyText(text, at, end);
        at = colon + 1;
      } else {
        visit({ kind: 'string', start: at, end, step: stepHere(), holder: level });
        at = end;
      }
    } else if (isBlank(character)) at += 1;
    else {
      const end = scalarEnd(text, at);
      const kind = character === '-' || (character >= '0' && character <= '9') ? 'number' : 'word';
      visit({ kind, start: at, end, step: stepHere(), holder: level });
      at = end;
    }
  }
  return true;
}

function keyText(text: string, start: number, end: number): string {
  const key = text.slice(start + 1, end - 1);
  return key.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : key;
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
  while (end < text.length && !ENDS.includes(text[end] ?? '')) end += 1;
  return end;
}

const ENDS = ',]} \n\r\t';

function afterBlanks(text: string, start: number): number {
  let at = start;
  while (isBlank(text[at] ?? '')) at += 1;
  return at;
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t';
}
