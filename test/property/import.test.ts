import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Converted } from '../../src/convert/converted.js';
import { convertClientExport } from '../../src/convert/from-client-export/convert-client-export.js';
import { convertCollection } from '../../src/convert/from-collection/convert-collection.js';
import { convertOpenapi } from '../../src/convert/from-openapi/convert-openapi.js';
import { ServiceError } from '../../src/errors.js';
import { parseText } from '../../src/request-file/parse-file.js';
import { printFile } from '../../src/request-file/print-file.js';
import { foreignClientExport, foreignCollection, foreignOpenapi } from './foreign-documents.js';
import { caseCount } from '../support/generated-cases.js';

const options = { tests: true, saveBodies: true };
const FORMATS = {
  openapi: [foreignOpenapi, (source: string) => convertOpenapi(source, { ...options, location: 'a.json' })],
  collection: [foreignCollection, (source: string) => convertCollection(source, options)],
  'client export': [
    foreignClientExport,
    (source: string) => convertClientExport(source, { ...options, perFolder: source.length % 2 === 0 }),
  ],
} as const;

/** Texts of the files; each of them is read back completely. */
function checkedTexts({ files }: Converted): string[] {
  return files.map(({ file }) => {
    const text = printFile(file);
    const read = parseText(text, file.path);
    expect(read.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(read.requests).toHaveLength(file.requests.length);
    return text;
  });
}

describe.each(Object.entries(FORMATS))('a document of the format %s', (_, [documents, convert]) => {
  it('becomes request files that read back, twice the same, whatever is wrong in it', async () => {
    await fc.assert(
      fc.asyncProperty(documents, async (document) => {
        const source = JSON.stringify(document);
        const converted = await convert(source);
        const texts = checkedTexts(converted);
        expect(checkedTexts(await convert(source))).toEqual(texts);
        for (const { path, reason } of converted.losses) {
          expect(path).toMatch(/^(?:\/|$)/);
          expect(reason).not.toBe('');
        }
      }),
      { numRuns: caseCount(100, 15) },
    );
    expect('x' in {} || 'type' in {}).toBe(false);
  });

  it('that is cut off is refused, not read', async () => {
    await fc.assert(
      fc.asyncProperty(documents, fc.double({ min: 0, max: 0.99, noNaN: true }), async (document, share) => {
        const source = JSON.stringify(document);
        const cut = source.slice(0, Math.floor(source.length * share));
        await expect(convert(cut)).rejects.toBeInstanceOf(ServiceError);
      }),
      { numRuns: caseCount(100, 15) },
    );
  });

  it.each(['null', '5', '"text"', '[]', '{}', 'a: [', '\0', '<html>', '%PDF-1.4', '{"a":'.repeat(2000)])(
    'is not %j',
    async (source) => {
      await expect(convert(source)).rejects.toMatchObject({
        kind: 'input',
        message: expect.stringMatching(/^not an? /),
      });
    },
  );
});
