import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Converted } from '../../src/convert/converted.js';
import { convertCollection } from '../../src/convert/from-collection/convert-collection.js';
import { convertOpenapi } from '../../src/convert/from-openapi/convert-openapi.js';
import { pointerStep } from '../../src/primitives/json-pointer.js';
import { printFile } from '../../src/request-file/print-file.js';
import { apiDescriptions, collections, LEAF } from './leaves.js';

/** The document with a text of its own for every leaf, and the place of each. */
function numbered(document: unknown): { document: unknown; places: Map<string, string> } {
  const places = new Map<string, string>();
  const visit = (value: unknown, place: string): unknown => {
    if (typeof value === 'string')
      return value.replaceAll(LEAF, () => {
        const mark = `leaf${places.size}q`;
        places.set(mark, place);
        return mark;
      });
    if (Array.isArray(value)) return value.map((item: unknown, i) => visit(item, place + pointerStep(i)));
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return Object.fromEntries(members.map(([key, member]) => [key, visit(member, place + pointerStep(key))]));
  };
  return { document: visit(document, ''), places };
}

/** The leaves that are neither in the output nor at or below the place of a loss. */
function dropped({ files, losses }: Converted, places: ReadonlyMap<string, string>): string[] {
  const written = files
    .map(({ file, bodies }) => printFile(file) + bodies.map(({ text }) => text).join(''))
    .join('');
  const isLost = (place: string): boolean =>
    losses.some(({ path }) => place === path || place.startsWith(`${path}/`));
  return [...places]
    .filter(([mark, place]) => !written.includes(mark) && !isLost(place))
    .map(([, place]) => place);
}

const options = { tests: true, saveBodies: true, location: '' };

it.each([
  ['a collection', collections, convertCollection],
  ['an API description', apiDescriptions, convertOpenapi],
])('every leaf of %s is in the output or lost by name', async (_name, documents, convert) => {
  await fc.assert(
    fc.asyncProperty(documents, async (generated) => {
      const { document, places } = numbered(generated);
      expect(dropped(await convert(JSON.stringify(document), options), places)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
