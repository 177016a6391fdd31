import type { NumberShape } from './config-shape.js';

export type Path = readonly (string | number)[];

/** `stress.profiles.evening.duration`, `reporters[1]`; the file itself when empty. */
export function pathText(path: Path): string {
  if (path.length === 0) return 'the file';
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    const name = /^[\w$-]{1,60}$/.test(part) ? part : quoted(part);
    return text === '' ? name : `${text}.${name}`;
  }, '');
}

const LONGEST_NAME = 60;

/** A name of the file within a message: on one line and not longer than a name should be. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name);
}

/** Completes "must be …". */
export function numberRule({ whole, above, least, most }: NumberShape): string {
  const kind = whole ? 'a whole number' : 'a number';
  if (above !== undefined) return `${kind} above ${above}`;
  if (least !== undefined && most !== undefined) return `${kind} from ${least} to ${most}`;
  return least === undefined ? kind : `${kind} of at least ${least}`;
}

export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
