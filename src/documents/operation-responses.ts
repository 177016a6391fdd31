/** The responses that an operation describes. */
import { pointerStep } from '../primitives/json-pointer.js';
import type { OperationMedia } from './operation-media.js';
import type { LocatedMapping, OperationSource } from './operation-source.js';
import { entries, list, member } from './plain-data.js';

/** The lowest 2xx, else `2XX`, else the lowest 3xx, else `3XX`. */
export function usualCode(codes: readonly string[]): string | undefined {
  if (codes.includes('200')) return '200';
  for (const pattern of [/^2\d\d$/, /^2XX$/i, /^3\d\d$/, /^3XX$/i]) {
    const [first] = codes.filter((code) => pattern.test(code)).toSorted();
    if (first !== undefined) return first;
  }
  return undefined;
}

export interface DescribedResponse extends LocatedMapping {
  /** As written: `200`, `2XX` or `default`. */
  readonly code: string;
  /** JSON Pointer relative to the operation. */
  readonly below: string;
}

/** In the order of the document. */
export function readResponses(source: OperationSource): readonly DescribedResponse[] {
  const { operation, home } = source.found;
  return entries(operation['responses']).map(([code, written]) => {
    const below = `/responses${pointerStep(code)}`;
    return { code, below, ...source.resolveMapping(written, home, below) };
  });
}

/** The media types of a response: `content` of 3.x, `produces` with `schema` and `examples` of 2.0. */
export function listResponseMedia(
  { value, home, below }: DescribedResponse,
  source: OperationSource,
): readonly OperationMedia[] {
  const { api, found } = source;
  if (api.version === '3.x') {
    return entries(value['content']).map(([type, written]) => {
      const place = `${below}/content${pointerStep(type)}`;
      return { type, below: place, ...source.resolveMapping(written, home, place) };
    });
  }
  const examples = entries(value['examples']).map(([type]) => type);
  if (value['schema'] === undefined && examples.length === 0) return [];
  const produced = list(found.operation['produces'] ?? api.root['produces']);
  const named = produced.filter((type) => typeof type === 'string');
  const types = new Set([...named, ...examples]);
  if (types.size === 0) types.add('application/json');
  return [...types].map((type) => {
    const example = member(value['examples'], type);
    const media = { schema: value['schema'], ...(example !== undefined && { example }) };
    return { type, below, value: media, home };
  });
}
