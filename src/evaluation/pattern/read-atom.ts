/** Escapes and bracket expressions of an ECMAScript Unicode pattern, written for the linear engine. */
import { ANYTHING, CLASS_MEMBERS, NOTHING, codePoint, findSharedProperty } from './unicode-class.js';

export interface PatternPart {
  /** Ways to match from one position: at most `choices` times the text length to the power of `unbounded`. */
  readonly choices: number;
  readonly unbounded: number;
  /** Characters, classes and branches, each as often as it is repeated at most. */
  readonly size: number;
  /** The pattern for the linear engine; undefined when it cannot express the pattern. */
  readonly linear: string | undefined;
}

interface LinearAtom {
  readonly linear: string | undefined;
  readonly end: number;
}

/** Reads the escape whose backslash is at `start`, outside of brackets. */
export function readEscape(source: string, start: number, ignoreCase: boolean): LinearAtom {
  const letter = source[start + 1] ?? '';
  // With case folding, `\b` also counts the two non-ASCII letters that fold to `s` and `k`.
  if (letter === 'b' || letter === 'B')
    return { linear: ignoreCase ? undefined : `\\${letter}`, end: start + 2 };
  if (letter === 'k') return { linear: undefined, end: source.indexOf('>', start) + 1 };
  if (letter >= '1' && letter <= '9') {
    let end = start + 2;
    while (/\d/.test(source[end] ?? '')) end++;
    return { linear: undefined, end };
  }
  const { members, end } = readMember(source, start, ignoreCase);
  return { linear: members === undefined ? undefined : `[${members}]`, end };
}

/** Reads the bracket expression whose `[` is at `start`. */
export function readClass(source: string, start: number, ignoreCase: boolean): LinearAtom {
  const isNegated = source[start + 1] === '^';
  let at = start + (isNegated ? 2 : 1);
  let members: string | undefined = '';
  while (source[at] !== ']') {
    const from = readMember(source, at, ignoreCase);
    at = from.end;
    let range: string | undefined = from.members;
    if (source[at] === '-' && source[at + 1] !== ']') {
      const to = readMember(source, at + 1, ignoreCase);
      at = to.end;
      range = range === undefined || to.members === undefined ? undefined : `${range}-${to.members}`;
    }
    members = members === undefined || range === undefined ? undefined : members + range;
  }
  const end = at + 1;
  if (members === '') return { linear: isNegated ? ANYTHING : NOTHING, end };
  return { linear: members === undefined ? undefined : `[${isNegated ? '^' : ''}${members}]`, end };
}

interface Member {
  /** The members of the bracket expression for the linear engine. */
  readonly members: string | undefined;
  readonly end: number;
}

const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, b: 8, 0: 0 };

function readMember(source: string, start: number, ignoreCase: boolean): Member {
  if (source[start] !== '\\') {
    const code = source.codePointAt(start) ?? 0;
    return character(code, start + (code > 0xffff ? 2 : 1));
  }
  const letter = source[start + 1] ?? '';
  const after = start + 2;
  const members = CLASS_MEMBERS[letter];
  // With case folding, the engines differ in the letters that are not word characters.
  if (members !== undefined)
    return { members: letter === 'W' && ignoreCase ? undefined : members, end: after };
  const control = CONTROLS[letter];
  if (control !== undefined) return character(control, after);
  if (letter === 'c') return character((source.charCodeAt(after) || 0) % 32, after + 1);
  if (letter === 'x') return character(Number.parseInt(source.slice(after, after + 2), 16), after + 2);
  if (letter === 'u') return unicodeEscape(source, after);
  if (letter === 'p' || letter === 'P') return property(source, after, letter, ignoreCase);
  return character(source.codePointAt(start + 1) ?? 0, after);
}

/** A lone surrogate is a character for one of the engines only. */
function character(code: number, end: number): Member {
  return { members: code >= 0xd800 && code <= 0xdfff ? undefined : codePoint(code), end };
}

function unicodeEscape(source: string, after: number): Member {
  if (source[after] === '{') {
    const close = source.indexOf('}', after);
    return character(Number.parseInt(source.slice(after + 1, close), 16), close + 1);
  }
  const lead = Number.parseInt(source.slice(after, after + 4), 16);
  const trail = /^\\u([dD][c-fC-F][0-9a-fA-F]{2})/.exec(source.slice(after + 4, after + 10))?.[1];
  if (lead >= 0xd800 && lead <= 0xdbff && trail !== undefined) {
    const code = 0x10000 + (lead - 0xd800) * 0x400 + (Number.parseInt(trail, 16) - 0xdc00);
    return character(code, after + 10);
  }
  return character(lead, after + 4);
}

/** Case folding of properties differs between engines. */
function property(source: string, after: number, letter: string, ignoreCase: boolean): Member {
  const close = source.indexOf('}', after);
  const name = ignoreCase ? undefined : findSharedProperty(source.slice(after + 1, close));
  return { members: name === undefined ? undefined : `\\${letter}{${name}}`, end: close + 1 };
}
