import { sep } from 'node:path';
import { refuse, type Refusal } from './path-refusal.js';

export interface PathRules {
  /** The workspace directory, absolute and free of symbolic links. */
  readonly root: string;
  /** The folder that relative paths start from, absolute; the root by default. */
  readonly from?: string;
  /** Whether only names of request files are accepted: `.http` and `.spec`, on the command line `.rest` too. */
  readonly requestFile?: boolean | 'command-line';
}

export interface ResolvedPath {
  readonly ok: true;
  /** Normalised, relative to the root, with `/`. */
  readonly path: string;
  readonly absolute: string;
}

/** Applies the rules that need only the text, so that an escape is refused before the disk is accessed. */
export function resolvePathText(sent: string, rules: PathRules): ResolvedPath | Refusal {
  return resolvePlain(sent, rules) ?? resolveAny(sent, rules);
}

/** Takes a fraction of the time: undefined for paths that need a closer look, which few files of a workspace have. */
function resolvePlain(sent: string, { root, from, requestFile }: PathRules): ResolvedPath | undefined {
  if (ON_WINDOWS || from !== undefined || sent.length > MAX_SEGMENT_BYTES || !PLAIN_PATH.test(sent))
    return undefined;
  if (requestFile && !isAcceptedName(sent, requestFile)) return undefined;
  return { ok: true, path: sent, absolute: absolutePath(sent, root) };
}

function resolveAny(sent: string, rules: PathRules): ResolvedPath | Refusal {
  if (sent.trim() === '') return refuse('empty', sent);
  const problem = textProblem(sent);
  if (problem !== undefined) return refuse('text', sent, problem);
  const segments = normalise(sent, rules);
  if (!segments) return refuse('outside', sent);
  const name = segments.at(-1);
  if (name === undefined) return refuse('kind', sent);
  if (rules.requestFile && !isAcceptedName(name, rules.requestFile)) return refuse('extension', sent);
  const path = segments.join('/');
  return { ok: true, path, absolute: absolutePath(path, rules.root) };
}

/** The absolute path of a normalised one. */
export function absolutePath(path: string, root: string): string {
  const below = ON_WINDOWS ? path.replaceAll('/', sep) : path;
  return root.endsWith(sep) ? root + below : root + sep + below;
}

/** Decodes the wildcard of a URL exactly once; undefined for a bad escape or invalid UTF-8. */
export function decodeUrlPath(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}

/** Accepts a name or a path. A file called just `.http` is a hidden file, not a request file. */
export function isRequestFileName(name: string): boolean {
  return REQUEST_FILE.test(name);
}

/** On the command line the `.rest` files of other clients are request files too. */
export function isCommandLineFileName(name: string): boolean {
  return COMMAND_LINE_FILE.test(name);
}

export function isAcceptedName(name: string, rule: NonNullable<PathRules['requestFile']>): boolean {
  return rule === 'command-line' ? isCommandLineFileName(name) : isRequestFileName(name);
}

export const CONFIG_FILE_NAMES: readonly string[] = ['service.yaml', 'service.yml'];

/** Hidden files and folders are left out of walks, but can be used by their path. */
export function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

/** Whether Windows reserves the name for a device or rewrites it, so that it means another file. */
export function isReservedOnWindows(segment: string): boolean {
  return /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:[ .]|$)|[<>:"|?*]|[ .]$/i.test(
    segment,
  );
}

/** Letters, digits, hyphens and dots, in segments that neither are empty nor start with a dot. */
const PLAIN_PATH = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;
const REQUEST_FILE = /[^/\\]\.(?:http|spec)$/i;
const COMMAND_LINE_FILE = /[^/\\]\.(?:http|rest|spec)$/i;
const ON_WINDOWS = sep === '\\';
const MAX_PATH_BYTES = 1024;
const MAX_SEGMENT_BYTES = 255;

/** Browsers have no `Buffer`. */
function byteLength(text: string): number {
  return ENCODER.encode(text).length;
}

const ENCODER = new TextEncoder();

function textProblem(sent: string): string | undefined {
  if (/[\u0000-\u001f\u007f-\u009f]/.test(sent)) return 'control characters are not allowed';
  if (sent.includes('\\')) return 'use / instead of \\';
  if (/\p{Surrogate}/u.test(sent)) return 'it is not valid Unicode';
  if (byteLength(sent) > MAX_PATH_BYTES) return `it is longer than ${MAX_PATH_BYTES} bytes`;
  const segments = sent.split('/');
  if (segments.some((segment) => byteLength(segment) > MAX_SEGMENT_BYTES)) {
    return `a part of it is longer than ${MAX_SEGMENT_BYTES} bytes`;
  }
  const named = segments.filter(
    (segment) => segment !== '.' && segment !== '..' && !/^[A-Za-z]:$/.test(segment),
  );
  if (ON_WINDOWS && named.some(isReservedOnWindows)) return 'a part of it is reserved on this system';
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
