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

const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;

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
    const code = text.charCodeAt(at);
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (levels.length === DEEPEST) return false;
      level = {
        start: at,
        isObject: code === OPEN_BRACE,
        index: 0,
        key: '',
        step: stepHere(),
        holder: level,
      };
      levels.push(level);
      at += 1;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      const { start = 0, step, holder } = levels.pop() ?? {};
      level = levels.at(-1);
      at += 1;
      visit({ kind: code === CLOSE_BRACE ? 'object' : 'array', start, end: at, step, holder });
    } else if (code === COMMA) {
      if (level) level.index += 1;
      at += 1;
    } else if (code === QUOTE) {
      const end = stringEnd(text, at);
      const colon = level?.isObject === true ? afterBlanks(text, end) : -1;
      if (level && text.charCodeAt(colon) === COLON) {
        level.key = keyText(text, at, end);
        at = colon + 1;
      } else {
        visit({ kind: 'string', start: at, end, step: stepHere(), holder: level });
        at = end;
      }
    } else if (isBlank(code)) at += 1;
    else {
      const end = scalarEnd(text, at);
      const isNumber = code === 45 || (code >= 48 && code <= 57);
      visit({ kind: isNumber ? 'number' : 'word', start: at, end, step: stepHere(), holder: level });
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
  let written = '';
  let depth = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    let end = at + 1;
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      const close = afterBlanks(text, end);
      const closing = text.charCodeAt(close);
      if (closing === CLOSE_BRACE || closing === CLOSE_BRACKET) {
        written += code === OPEN_BRACE ? '{}' : '[]';
        end = close + 1;
      } else {
        depth += 1;
        if (depth > DEEPEST) return text;
        written += `${code === OPEN_BRACE ? '{' : '['}${line(depth)}`;
      }
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth -= 1;
      written += `${line(depth)}${code === CLOSE_BRACE ? '}' : ']'}`;
    } else if (code === COMMA) written += `,${line(depth)}`;
    else if (code === COLON) written += ': ';
    else if (!isBlank(code)) {
      end = code === QUOTE ? stringEnd(text, at) : scalarEnd(text, at);
      written += text.slice(at, end);
    }
    at = end;
  }
  return written;
}

const LINES = Array.from({ length: DEEPEST + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`);

function line(depth: number): string {
  return LINES[depth] ?? '\n';
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 92) at += 1;
    else if (code === QUOTE) return at + 1;
  }
  return text.length;
}

function scalarEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET || isBlank(code)) return at;
  }
  return text.length;
}

function afterBlanks(text: string, start: number): number {
  let at = start;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}
