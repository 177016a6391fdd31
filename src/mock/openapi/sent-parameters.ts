/** The values of parameters as a request has them: lists and objects are put together again, texts stay texts. */
import type { ParameterStyle } from '../../documents/parameter-style.js';
import { ABSENT } from '../../evaluation/values/absent.js';
import { objectFrom } from '../../primitives/json/key-order.js';
import { percentDecoded } from '../../primitives/text/percent.js';
import type { ReceivedRequest } from '../incoming/received-request.js';
import type { SentValue } from './typed-value.js';

/** What of a request can have parameters. */
export interface ParameterSource {
  readonly request: ReceivedRequest;
  /** The values of path parameters by their names. */
  readonly pathValues: ReadonlyMap<string, string>;
}

export type ValueShape =
  | { readonly kind: 'scalar' | 'list' }
  /** With the names of the members that the schema has. */
  | { readonly kind: 'object'; readonly members: readonly string[] };

export interface SentParameter {
  readonly name: string;
  readonly in: string;
  readonly style: ParameterStyle;
  readonly shape: ValueShape;
}

/** Undefined when the request does not have the parameter. */
export function sentParameter(parameter: SentParameter, from: ParameterSource): SentValue | undefined {
  const { name, style, shape } = parameter;
  switch (parameter.in) {
    case 'query':
      return pairedValue(parameter, (key) => from.request.queryValues(key), queryNames(from.request));
    case 'header': {
      const text = from.request.view().header(name);
      return text === ABSENT ? undefined : joinedValue(text, style, shape);
    }
    case 'cookie': {
      const text = from.request.cookie(name);
      return text === ABSENT ? undefined : joinedValue(percentDecoded(text), style, shape);
    }
    case 'path': {
      const text = from.pathValues.get(name);
      return text === undefined ? undefined : pathValue(text, parameter);
    }
    default:
      return undefined;
  }
}

function queryNames({ target }: ReceivedRequest): () => Iterable<string> {
  return () => new URLSearchParams(target.replace(/^[^?]*\??/, '')).keys();
}

/** The value in the pairs of a query or a form. */
export function pairedValue(
  { name, style, shape }: Pick<SentParameter, 'name' | 'style' | 'shape'>,
  valuesOf: (key: string) => readonly string[],
  names: () => Iterable<string>,
): SentValue | undefined {
  if (style.style === 'deepObject') return deepValue(name, valuesOf, names());
  if (shape.kind === 'object' && style.explode) {
    const found = shape.members.flatMap((member): [string, string][] => {
      const [value] = valuesOf(member);
      return value === undefined ? [] : [[member, value]];
    });
    return found.length === 0 ? undefined : objectFrom(found);
  }
  const values = valuesOf(name);
  const [first] = values;
  if (first === undefined) return undefined;
  if (shape.kind === 'scalar') return first;
  if (shape.kind === 'list' && (style.explode || values.length > 1)) return values;
  return joinedValue(first, { ...style, explode: false }, shape);
}

const MAX_DEEP_NAMES = 1000;

/** `name[key]` and `name[key][inner]`; repeated keys are lists. */
function deepValue(
  name: string,
  valuesOf: (key: string) => readonly string[],
  names: Iterable<string>,
): SentValue | undefined {
  type Tree = Map<string, Tree | SentValue>;
  const root: Tree = new Map();
  const own = [...new Set(names)].filter((key) => key.startsWith(`${name}[`)).slice(0, MAX_DEEP_NAMES);
  for (const key of own) {
    const steps = [...key.slice(name.length).matchAll(/\[([^[\]]*)\]/g)].map(([, step = '']) => step);
    const values = valuesOf(key);
    let tree = root;
    for (const [index, step] of steps.entries()) {
      if (index === steps.length - 1) tree.set(step, values.length === 1 ? (values[0] ?? '') : values);
      else {
        const inner = tree.get(step);
        const next: Tree = inner instanceof Map ? inner : new Map();
        tree.set(step, next);
        tree = next;
      }
    }
  }
  const plain = (tree: Tree): SentValue =>
    objectFrom([...tree].map(([key, value]) => [key, value instanceof Map ? plain(value) : value] as const));
  return root.size === 0 ? undefined : plain(root);
}

/** One text: the items of a list, or `key,value` or `key=value` of an object. */
function joinedValue(text: string, { explode, separator }: ParameterStyle, shape: ValueShape): SentValue {
  if (shape.kind === 'scalar') return text;
  const parts = text === '' ? [] : text.split(separator).map((part) => part.trim());
  if (shape.kind === 'list') return parts;
  if (explode) return objectFrom(parts.map(pairOf));
  const pairs: (readonly [string, string])[] = [];
  for (let at = 0; at < parts.length; at += 2) pairs.push([parts[at] ?? '', parts[at + 1] ?? '']);
  return objectFrom(pairs);
}

function pairOf(part: string): readonly [string, string] {
  const equals = part.indexOf('=');
  return equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)];
}

/** RFC 6570 expansions of the simple, label and matrix styles. */
function pathValue(text: string, { name, style, shape }: SentParameter): SentValue {
  if (style.style === 'label') {
    return joinedValue(text.replace(/^\./, ''), style.explode ? { ...style, separator: '.' } : style, shape);
  }
  if (style.style !== 'matrix') return joinedValue(text, style, shape);
  const own = text.replace(/^;/, '');
  const start = `${name}=`;
  const withoutName = (part: string): string => (part.startsWith(start) ? part.slice(start.length) : part);
  if (!style.explode || shape.kind === 'scalar') return joinedValue(withoutName(own), style, shape);
  if (shape.kind === 'list') return own.split(';').map(withoutName);
  return joinedValue(own, { ...style, separator: ';' }, shape);
}
