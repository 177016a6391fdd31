/** Where the end of a YAML text stands in lists and maps in brackets. */
import type { ConfigPlace, ConfigStep } from './config-place.js';

interface Level {
  readonly isMap: boolean;
  readonly keys: Set<string>;
  /** The key whose value is being written. */
  key: string | undefined;
}

/** More brackets inside of each other than any setting has. */
const MAX_LEVELS = 32;
const WORD = /[^\s,:[\]{}"'#]+/y;

/** The text starts with a bracket. Undefined if all are closed, or at a place where nothing can be offered. */
export function scanFlow(text: string): ConfigPlace | undefined {
  const levels: Level[] = [];
  let word = '';
  let isWordOpen = false;
  for (let at = 0; at < text.length; at++) {
    const mark = text[at] ?? '';
    const level = levels.at(-1);
    isWordOpen = false;
    if (mark === '[' || mark === '{') {
      if (levels.length === MAX_LEVELS) return undefined;
      levels.push({ isMap: mark === '{', keys: new Set(), key: undefined });
      word = '';
    } else if (mark === ']' || mark === '}') {
      levels.pop();
      if (levels.length === 0) return undefined;
      word = mark;
    } else if (mark === ',') {
      if (level) level.key = undefined;
      word = '';
    } else if (mark === ':' && level?.isMap === true && level.key === undefined) {
      level.key = word;
      level.keys.add(word);
      word = '';
    } else if (mark === '"' || mark === "'") {
      const end = text.indexOf(mark, at + 1);
      word = text.slice(at + 1, end < 0 ? text.length : end);
      isWordOpen = end < 0;
      at = end < 0 ? text.length : end;
    } else if (mark === '#') {
      const end = text.indexOf('\n', at);
      if (end < 0) return undefined;
      at = end;
    } else if (/\S/.test(mark)) {
      WORD.lastIndex = at;
      word = WORD.exec(text)?.[0] ?? mark;
      at += word.length - 1;
      isWordOpen = true;
    }
  }
  // A word before the cursor that is complete leaves nothing to offer but a comma.
  return word !== '' && !isWordOpen ? undefined : placeOf(levels, word);
}

function placeOf(levels: readonly Level[], word: string): ConfigPlace {
  const path: ConfigStep[] = levels.flatMap(({ isMap, key }): ConfigStep[] =>
    isMap ? (key === undefined ? [] : [{ key }]) : ['item'],
  );
  const last = levels.at(-1);
  const expects = last?.isMap === true && last.key === undefined ? 'key' : 'value';
  return { path, expects, word, siblings: last?.keys ?? new Set() };
}
