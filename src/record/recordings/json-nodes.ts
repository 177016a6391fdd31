/** Visits JSON in its written form: numbers keep their digits, keys their order and repetitions. */
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  isBlank,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  scalarEnd,
  skipBlanks,
  stringEnd,
} from '../../primitives/json-scanner.js';

export interface JsonNode {
  readonly kind: 'string' | 'number' | 'word' | 'object' | 'array';
  /** Position in the text, quotes included. */
  readonly start: number;
  readonly end: number;
  /** Key or index in its container; undefined at the top. */
  readonly step: string | number | undefined;
  readonly parent: JsonContainer | undefined;
}

/** An object or array while its members are visited. */
interface JsonContainer {
  readonly step: string | number | undefined;
  readonly parent: JsonContainer | undefined;
}

/** The keys and indexes that lead to a value. */
export function pathOf({ step, parent }: JsonContainer): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at: JsonContainer | undefined = { step, parent }; at; at = at.parent) {
    if (at.step !== undefined) path.push(at.step);
  }
  return path.reverse();
}

/** Deeper values are neither indented nor visited, because their indentation alone would exceed every limit. */
export const MAX_JSON_DEPTH = 64;

interface Level extends JsonContainer {
  readonly start: number;
  readonly isObject: boolean;
  index: number;
  key: string;
}

/** Visits every value, inner ones first; `text` is valid JSON. Returns false when it is nested too deeply. */
export function visitJson(text: string, visit: (node: JsonNode) => void): boolean {
  const levels: Level[] = [];
  let level: Level | undefined;
  const stepHere = (): string | number | undefined => (level?.isObject === true ? level.key : level?.index);
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (levels.length === MAX_JSON_DEPTH) return false;
      level = {
        start: at,
        isObject: code === OPEN_BRACE,
        index: 0,
        key: '',
        step: stepHere(),
        parent: level,
      };
      levels.push(level);
      at += 1;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      const { start = 0, step, parent } = levels.pop() ?? {};
      level = levels.at(-1);
      at += 1;
      visit({ kind: code === CLOSE_BRACE ? 'object' : 'array', start, end: at, step, parent });
    } else if (code === COMMA) {
      if (level) level.index += 1;
      at += 1;
    } else if (code === QUOTE) {
      const end = stringEnd(text, at);
      const colon = level?.isObject === true ? skipBlanks(text, end) : -1;
      if (level && text.charCodeAt(colon) === COLON) {
        level.key = keyText(text, at, end);
        at = colon + 1;
      } else {
        visit({ kind: 'string', start: at, end, step: stepHere(), parent: level });
        at = end;
      }
    } else if (isBlank(code)) at += 1;
    else {
      const end = scalarEnd(text, at);
      const isNumber = code === 45 || (code >= 48 && code <= 57);
      visit({ kind: isNumber ? 'number' : 'word', start: at, end, step: stepHere(), parent: level });
      at = end;
    }
  }
  return true;
}

function keyText(text: string, start: number, end: number): string {
  const key = text.slice(start + 1, end - 1);
  return key.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : key;
}
