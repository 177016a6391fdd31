import { formatPath, type Path } from '../../primitives/shapes/check-shape.js';

/** Limits of a number, in the keywords of JSON Schema. */
export interface NumberLimits {
  readonly type?: string;
  readonly exclusiveMinimum?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** `stress.profiles.evening.duration`, `reporters[1]`; the file itself when empty. */
export function pathText(path: Path): string {
  if (path.length === 0) return 'the file';
  return formatPath(path, (name) => (/^[\w$-]{1,60}$/.test(name) ? name : quoted(name)));
}

const MAX_NAME_CHARS = 60;

/** A name of the file within a message: on one line and not longer than a name should be. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS)}…` : name);
}

/** Completes "must be …". */
export function describeNumberRule({ type, exclusiveMinimum, minimum, maximum }: NumberLimits): string {
  const kind = type === 'integer' ? 'a whole number' : 'a number';
  if (exclusiveMinimum !== undefined) return `${kind} above ${exclusiveMinimum}`;
  if (minimum !== undefined && maximum !== undefined) return `${kind} from ${minimum} to ${maximum}`;
  return minimum === undefined ? kind : `${kind} of at least ${minimum}`;
}
