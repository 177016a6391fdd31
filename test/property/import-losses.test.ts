import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Converted } from '../../src/convert/converted.js';
import { convertBruno } from '../../src/convert/from-bruno/convert-bruno.js';
import { convertClientExport } from '../../src/convert/from-client-export/convert-client-export.js';
import { convertCollection } from '../../src/convert/from-collection/convert-collection.js';
import { convertHttp } from '../../src/convert/from-http/convert-http.js';
import { convertOpenapi } from '../../src/convert/from-openapi/convert-openapi.js';
import { pointerStep } from '../../src/primitives/json-pointer.js';
import { printFile } from '../../src/request-file/print-file.js';
import { brunoFolders, httpFolders, type Folder } from './folder-leaves.js';
import { apiDescriptions, clientExports, collections, LEAF } from './leaves.js';
import { caseCount } from '../support/generated-cases.js';

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

function writtenText({ files }: Pick<Converted, 'files'>): string {
  return files
    .map(({ file, text, bodies }) => (text ?? printFile(file)) + bodies.map((body) => body.text).join(''))
    .join('');
}

/** The leaves that are neither in the output nor at or below the place of a loss. */
function dropped({ files, losses }: Converted, places: ReadonlyMap<string, string>): string[] {
  const written = writtenText({ files });
  const isLost = (place: string): boolean =>
    losses.some(({ path }) => place === path || place.startsWith(`${path}/`));
  return [...places]
    .filter(([mark, place]) => !written.includes(mark) && !isLost(place))
    .map(([, place]) => place);
}

/** The folder with a text of its own for every leaf, and the file and line of each. */
function numberedFiles(folder: Folder): {
  files: Map<string, string>;
  places: Map<string, [string, number]>;
} {
  const places = new Map<string, [string, number]>();
  const files = Object.entries(folder).map(([path, text]): [string, string] => {
    const lines = text.split('\n').map((line, i) =>
      line.replaceAll(LEAF, () => {
        const mark = `leaf${places.size}q`;
        places.set(mark, [path, i + 1]);
        return mark;
      }),
    );
    return [path, lines.join('\n')];
  });
  return { files: new Map(files), places };
}

type Places = ReadonlyMap<string, readonly [string, number]>;

/** The leaves that are neither in the output nor in the lines of a loss, the block it names, or a lost file. */
function droppedLines(converted: Converted, places: Places, sources: ReadonlyMap<string, string>): string[] {
  const { losses, extras = [] } = converted;
  const written = writtenText(converted) + extras.map(({ content }) => content.toString()).join('');
  const isLost = (mark: string, path: string, number: number): boolean =>
    losses.some((loss) => {
      if (loss.path !== path) return false;
      if (loss.reason.includes(mark) || loss.line === undefined) return true;
      const end = loss.endLine ?? blockEnd(sources.get(path) ?? '', loss.line);
      return loss.line <= number && number <= end;
    });
  return [...places]
    .filter(([mark, [path, line]]) => !written.includes(mark) && !isLost(mark, path, line))
    .map(([, [path, line]]) => `${path}:${line}`);
}

/** A loss at the first line of a block is about all of it. */
function blockEnd(text: string, line: number): number {
  const lines = text.split('\n').slice(line - 1);
  return /^[\w:-]+ \{$/.test(lines[0] ?? '') ? line + lines.indexOf('}') : line;
}

const options = { tests: true, saveBodies: true, location: '', perFolder: false };

it.each([
  ['a collection', collections, convertCollection],
  ['an API description', apiDescriptions, convertOpenapi],
  ['a client export', clientExports, convertClientExport],
])('every leaf of %s is in the output or lost by name', async (_name, documents, convert) => {
  await fc.assert(
    fc.asyncProperty(documents, async (generated) => {
      const { document, places } = numbered(generated);
      expect(dropped(await convert(JSON.stringify(document), options), places)).toEqual([]);
    }),
    { numRuns: caseCount(300, 6) },
  );
});

it.each([
  ['a Bruno collection', brunoFolders, convertBruno],
  ['foreign request files', httpFolders, convertHttp],
])('every leaf of %s is in the output or lost by its line', async (_name, folders, convert) => {
  await fc.assert(
    fc.asyncProperty(folders, fc.boolean(), async (folder, perFolder) => {
      const { files, places } = numberedFiles(folder);
      const source = { name: 'folder', files, others: new Set<string>(), losses: [] };
      const more = perFolder ? ({ perFolder, config: 'write' } as const) : { perFolder };
      const converted = await convert(source, { ...options, ...more });
      expect(droppedLines(converted, places, files)).toEqual([]);
    }),
    { numRuns: caseCount(150, 6) },
  );
});
