/** Parses body paths into steps; see docs/language.md#paths. */
import { isAsciiLetter, isDigit } from '../text/characters.js';

export type PathStep =
  | { readonly kind: 'key'; readonly key: string }
  /** `[0]` is an element of a list; `.0` may also be a key of an object. */
  | { readonly kind: 'index'; readonly index: number; readonly bracket: boolean }
  | { readonly kind: 'all' };

export type ParsedPath =
  | { readonly ok: true; readonly steps: readonly PathStep[] }
  | { readonly ok: false; readonly reason: string };

const ALL: PathStep = { kind: 'all' };
const ROOT: ParsedPath = { ok: true, steps: [] };

/** A path of plain keys, as most paths are. */
const PLAIN = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*$/;

export function readPath(text: string): ParsedPath {
  if (PLAIN.test(text)) return { ok: true, steps: text.split('.').map((key) => ({ kind: 'key', key })) };
  if (text === '' || text === '$') return ROOT;
  const steps: PathStep[] = [];
  let at = text.startsWith('$.') || text.startsWith('$[') ? 1 : 0;
  let first = at === 0;
  while (at < text.length) {
    const code = text[at];
    if (code === '[') {
      const bracket = readBracket(text, at);
      if (typeof bracket === 'string') return { ok: false, reason: bracket };
      steps.push(bracket.step);
      at = bracket.end;
    } else if (code === '.' || first) {
      const start = first ? at : at + 1;
      const end = keyEnd(text, start);
      if (end === start) return { ok: false, reason: emptyKey(text, start) };
      steps.push(keyStep(text.slice(start, end)));
      at = end;
    } else {
      return { ok: false, reason: `unexpected \`${code}\`` };
    }
    first = false;
  }
  return { ok: true, steps };
}

/** The reason why a path is invalid; undefined if it is valid. */
export function pathProblem(text: string): string | undefined {
  if (isPlainPath(text)) return undefined;
  const parsed = readPath(text);
  return parsed.ok ? undefined : parsed.reason;
}

/** The same as PLAIN, for paths whose steps nobody needs: a pattern takes several times as long. */
function isPlainPath(text: string): boolean {
  let isFirst = true;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isAsciiLetter(code) || code === 95) isFirst = false;
    else if (isFirst) return false;
    else if (code === 46) isFirst = true;
    else if (!isDigit(code) && code !== 45) return false;
  }
  return !isFirst;
}

const NOT_IN_KEYS = ' \t.[]()"\'=<>!#,';

function keyEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && !NOT_IN_KEYS.includes(text[at] ?? '')) at++;
  return at;
}

function emptyKey(text: string, at: number): string {
  return at >= text.length || text[at] === '.' || text[at] === '['
    ? 'a key is missing'
    : `unexpected \`${text[at]}\``;
}

function keyStep(key: string): PathStep {
  return /^(?:0|[1-9]\d{0,14})$/.test(key)
    ? { kind: 'index', index: Number(key), bracket: false }
    : { kind: 'key', key };
}

/** The bracket step at `start`, or the reason why it is invalid. */
function readBracket(text: string, start: number): { step: PathStep; end: number } | string {
  const next = text[start + 1];
  if (next === '*' && text[start + 2] === ']') return { step: ALL, end: start + 3 };
  if (next === '"' || next === "'") {
    const quoted = quotedKey(text, start + 1);
    if (!quoted) return 'the quoted key is not closed';
    if (text[quoted.end] !== ']') return '`]` is missing';
    return { step: { kind: 'key', key: quoted.key }, end: quoted.end + 1 };
  }
  const close = text.indexOf(']', start);
  if (close < 0) return '`]` is missing';
  const inner = text.slice(start + 1, close);
  if (!/^-?\d{1,15}$/.test(inner)) return `\`[${inner}]\` is no index, quoted key or \`*\``;
  return { step: { kind: 'index', index: Number(inner), bracket: true }, end: close + 1 };
}

function quotedKey(text: string, start: number): { key: string; end: number } | undefined {
  const quote = text[start];
  let key = '';
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === quote) return { key, end: at + 1 };
    const next = text[at + 1];
    if (character === '\\' && (next === '\\' || next === '"' || next === "'")) {
      key += next;
      at++;
    } else key += character;
  }
  return undefined;
}
