import { sep } from 'node:path';
import { refuse, type Refusal } from './path-refusal.js';

export interface PathRules {
  /** Workspace directory, absolute and free of symbolic links. */
  readonly root: string;
  /** Folder that relative paths start from, absolute; the root when left out. */
  readonly from?: string;
  /** Only `.http` and `.spec` names pass. */
  readonly requestFile?: boolean;
}

export interface ResolvedPath {
  readonly ok: true;
  /** Normalised, relative to the root, with `/`. */
  readonly path: string;
  readonly absolute: string;
}

/** The rules that look at text only (server.md 2.5, 2 to 5): an escape is refused before the disk is touched. */
export function resolvePathText(sent: string, rules: PathRules): ResolvedPath | Refusal {
  if (sent.trim() === '') return refuse('empty', sent);
  const problem = textProblem(sent);
  if (problem !== undefined) return refuse('text', sent, problem);
  const segments = normalise(sent, rules);
  if (!segments) return refuse('outside', sent);
  const name = segments.at(-1);
  if (name === undefined) return refuse('kind', sent);
  if (rules.requestFile && !isRequestFileName(name)) return refuse('extension', sent);
  return {
    ok: true,
    path: segments.join('/'),
    absolute: [rules.root, ...segments].join(sep).replace(DOUBLED_ROOT, sep),
  };
}

/** The wildcard of a URL: decoded exactly once; a bad escape or bytes that are no UTF-8 give undefined. */
export function decodeUrlPath(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}

/** Of a name or of a path that ends with it: `.http` alone is a hidden file without a name, wherever it lies. */
export function isRequestFileName(name: string): boolean {
  return REQUEST_FILE.test(name);
}

/** Names that Windows gives to devices or rewrites; they never mean the file they seem to. */
export function isWindowsOddity(segment: string): boolean {
  return /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:[ .]|$)|[<>:"|?*]|[ .]$/i.test(
    segment,
  );
}

const REQUEST_FILE = /[^/\\]\.(?:http|spec)$/i;
const ON_WINDOWS = sep === '\\';
const DOUBLED_ROOT = ON_WINDOWS ? /(?<=^[A-Za-z]:)\\\\/ : /^\/\//;
const LONGEST_PATH = 1024;
const LONGEST_SEGMENT = 255;

function textProblem(sent: string): string | undefined {
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f]/.test(sent)) return 'control characters are not allowed';
  if (sent.includes('\\')) return 'use / instead of \\';
  if (/\p{Surrogate}/u.test(sent)) return 'it is not valid Unicode';
  if (Buffer.byteLength(sent) > LONGEST_PATH) return `it is longer than ${LONGEST_PATH} bytes`;
  const segments = sent.split('/');
  if (segments.some((segment) => Buffer.byteLength(segment) > LONGEST_SEGMENT)) {
    return `a part of it is longer than ${LONGEST_SEGMENT} bytes`;
  }
  const named = segments.filter(
    (segment) => segment !== '.' && segment !== '..' && !/^[A-Za-z]:$/.test(segment),
  );
  if (ON_WINDOWS && named.some(isWindowsOddity)) return 'a part of it is reserved on this system';
  return undefined;
}

/** Segments below the root; undefined when the path leaves it. */
function normalise(sent: string, { root, from = root }: PathRules): string[] | undefined {
  const rootSegments = segmentsOf(root);
  const isAbsolute = sent.startsWith('/') || /^[A-Za-z]:/.test(sent);
  const start = isAbsolute ? [] : below(segmentsOf(from), rootSegments);
  if (!start) return undefined;
  const stack = [...start];
  for (const segment of segmentsOf(sent)) {
    if (segment === '.') continue;
    if (segment !== '..') stack.push(segment);
    else if (stack.pop() === undefined && !isAbsolute) return undefined;
  }
  return isAbsolute ? below(stack, rootSegments) : stack;
}

function segmentsOf(path: string): string[] {
  const slashed = ON_WINDOWS ? path.replaceAll('\\', '/') : path;
  return slashed.split('/').filter((segment) => segment !== '');
}

function below(segments: readonly string[], root: readonly string[]): string[] | undefined {
  const inside = root.every((segment, index) => same(segment, segments[index]));
  return inside ? segments.slice(root.length) : undefined;
}

function same(a: string, b: string | undefined): boolean {
  return ON_WINDOWS ? a.toLowerCase() === b?.toLowerCase() : a === b;
}
