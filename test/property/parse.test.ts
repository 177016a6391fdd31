import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../src/request-file/decode-text.js';
import { RULES } from '../../src/request-file/model/diagnostic.js';
import { loadCheckers } from '../../src/request-file/expressions/expression-checkers.js';
import { LineReader } from '../../src/request-file/text/line-reader.js';
import type { RequestFile } from '../../src/request-file/model/model.js';
import { parseRequestFile, parseText } from '../../src/request-file/parse-file.js';
import { readPath } from '../../src/request-file/expressions/parse-path.js';
import { literalView, readLiteral } from '../../src/request-file/expressions/parse-value.js';
import { printTree } from '../../src/request-file/print/print-tree.js';
import { cutTemplate } from '../../src/request-file/text/template.js';
import { treeDifference } from '../../src/request-file/model/tree-difference.js';
import { validateFiles } from '../../src/request-file/validate.js';
import { corpusFiles, linesOf, treeOf } from '../language/corpus.js';
import { brokenText, jsonText, lineSoup, scriptedText, writtenPath } from './broken-texts.js';
import { caseCount } from '../support/generated-cases.js';

/** More lines than the texts that name it have. */
const SCRIPT_FILE = `${'\n'.repeat(50)}client.test('a', () => { client.assert(response.status === 200); });\nother();`;

const checkers = await loadCheckers('jsonpath xpath');

describe('broken texts', () => {
  const anyText = fc.oneof(brokenText, lineSoup);

  it('are read without a throw, with findings inside the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const file = parseText(text, 'broken.http', checkers);
        expectOrderly(file, text);
        expect(meaning(parseText(text, 'broken.http', checkers))).toBe(meaning(file));
      }),
      { numRuns: caseCount(1500, 50) },
    );
  });

  it('with scripts are translated with findings inside the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(scriptedText, anyText), async (text) => {
        expectOrderly(await parseRequestFile(text, 'a.http', () => Promise.resolve(SCRIPT_FILE)), text);
      }),
      { numRuns: caseCount(800, 50) },
    );
  });

  it('mean the same with any line end and with a byte-order mark', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('\r\n', '\r'), (broken, lineEnd) => {
        const text = broken.replaceAll('\r', '').replace(/^\uFEFF+/, '');
        const plain = meaning(parseText(text, 'a.http'));
        expect(meaning(parseText(text.replaceAll('\n', lineEnd), 'a.http'))).toBe(plain);
        expect(meaning(parseText(`\uFEFF${text}`, 'a.http'))).toBe(plain);
      }),
      { numRuns: caseCount(600, 50) },
    );
  });

  it('without errors print and read back', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const file = parseText(text, 'a.http');
        if (file.diagnostics.some(({ severity }) => severity === 'error')) return;
        const printed = printTree(file);
        const again = parseText(printed, 'a.http');
        expect(treeDifference(file, again)).toBeUndefined();
        expect(printTree(again)).toBe(printed);
      }),
      { numRuns: caseCount(1500, 50) },
    );
  });
});

function expectOrderly(file: RequestFile, text: string): void {
  const lines = linesOf(text.replace(/^\uFEFF/, ''));
  const all = [...file.diagnostics, ...[...validateFiles([file]).values()].flat()];
  for (const found of all) {
    const { line, column, endLine = line, endColumn, code, severity, phase, message } = found;
    const where = `${line}:${column}-${endLine}:${endColumn} ${code}`;
    expect(line >= 1 && line <= endLine && endLine <= lines.length, where).toBe(true);
    expect(column >= 1 && column <= (lines[line - 1]?.length ?? 0) + 1, where).toBe(true);
    expect(endColumn >= (endLine === line ? column : 1), where).toBe(true);
    expect(endColumn <= (lines[endLine - 1]?.length ?? 0) + 1, where).toBe(true);
    expect([severity, phase]).toEqual([RULES[code].severity, RULES[code].phase]);
    expect(message).not.toBe('');
  }
  const places = file.diagnostics.map((d) => [d.line, d.column, d.code] as const);
  expect(places).toEqual([...places].sort(byPlace));
}

function byPlace(a: readonly [number, number, string], b: readonly [number, number, string]): number {
  return a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0);
}

/** Tree and places of the findings, whatever the line ends in bodies and raw blocks. */
function meaning(file: RequestFile): string {
  const findings = file.diagnostics.map((d) => `${d.line}:${d.column}-${d.endLine}:${d.endColumn} ${d.code}`);
  return JSON.stringify([treeOf(file), findings], (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(/\r\n|\r/g, '\n') : value,
  );
}

describe('files of the corpus', () => {
  it.each([...corpusFiles('parse-ok'), ...corpusFiles('parse-errors')])(
    '$file: every beginning of it is read',
    ({ bytes }) => {
      const { text } = decodeText(bytes);
      const step = Math.max(1, Math.floor(text.length / caseCount(50, 5)));
      for (let end = 0; end < text.length; end += step) {
        const beginning = text.slice(0, end);
        expectOrderly(parseText(beginning, 'a.http'), beginning);
      }
    },
  );
});

describe('templates', () => {
  const part = fc.constantFrom(
    '{{',
    '}}',
    '{',
    '}',
    ' ',
    'a',
    '$f(',
    ')',
    ',',
    '"',
    '\n',
    '\r',
    'é',
    '.',
    '',
  );
  const text = fc.array(part, { maxLength: 25 }).map((parts) => parts.join(''));

  it('put together again are the text', () => {
    fc.assert(
      fc.property(text, (source) => {
        const pieces = cutTemplate(source);
        expect(pieces.map((piece) => (piece.kind === 'text' ? piece.text : piece.source)).join('')).toBe(
          source,
        );
        for (const piece of pieces) {
          if (piece.kind === 'text') continue;
          expect(piece.source).toMatch(/^\{\{[^]*\}\}$/);
          expect(piece.source).not.toMatch(/[\r\n]/);
          expect(piece.inner).toBe(piece.source.slice(2, -2).replaceAll(/^[ \t]+|[ \t]+$/g, ''));
          expect(piece.inner).not.toBe('');
        }
      }),
    );
  });

  it('with every opening escaped are plain text', () => {
    fc.assert(
      fc.property(text, (source) => {
        expect(cutTemplate(source.replaceAll('{{', '\\{{'))).toEqual([{ kind: 'text', text: source }]);
      }),
    );
  });
});

describe('literals', () => {
  it('written as JSON read back as the same value', () => {
    fc.assert(
      fc.property(jsonText, (json) => {
        const reading = readLiteral(json);
        expect(reading.ok && JSON.stringify(literalView(reading.literal))).toBe(json);
      }),
      { numRuns: caseCount(500, 50) },
    );
  });

  it('written as JSON are the expected value of an assertion', () => {
    fc.assert(
      fc.property(jsonText, (json) => {
        const { requests } = parseText(
          `GET http://x/\n>>>\nexpect body == ${json} # comment\n<<<\n`,
          'a.http',
        );
        const [assertion] = requests[0]?.assertions ?? [];
        expect(JSON.stringify(assertion?.expected)).toBe(json);
        expect([assertion?.raw, assertion?.comment]).toEqual([json, 'comment']);
      }),
      { numRuns: caseCount(500, 50) },
    );
  });

  it('in braces are JSON or an error', () => {
    fc.assert(
      fc.property(
        jsonText,
        fc.nat(),
        fc.constantFrom(...Array.from('{}[]",:\\\'tn01. \t')),
        (json, at, character) => {
          const place = at % (json.length + 1);
          const text = `{"a":${json.slice(0, place)}${character}${json.slice(place)}}`;
          if (text.includes('{{')) return;
          expect(readLiteral(text).ok).toBe(isJson(text));
        },
      ),
      { numRuns: caseCount(1000, 40) },
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('paths', () => {
  it('read back as the steps they were written from', () => {
    fc.assert(
      fc.property(writtenPath, ({ text, steps }) => {
        expect(readPath(text)).toEqual({ ok: true, steps });
      }),
    );
  });

  it('of any text are read or refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('a0$.[]()"\'\\*-= ')) }), (text) => {
        const reading = readPath(text);
        expect(reading.ok || reading.reason.length > 0).toBe(true);
      }),
    );
  });
});

describe('bytes and lines', () => {
  const byte = fc.oneof(
    fc.nat(255),
    fc.constantFrom(0x0a, 0x0d, 0xc3, 0xa4, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80),
  );
  const bytes = fc.array(byte, { maxLength: 40 }).map((list) => Uint8Array.from(list));

  it('decode as the platform decodes them, reported exactly where it fails', () => {
    fc.assert(
      fc.property(bytes, (source) => {
        const { text, diagnostics } = decodeText(source);
        expect(text).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(source));
        expect(diagnostics.length === 0).toBe(isUtf8(source));
        const lines = linesOf(text.replace(/^\uFEFF/, ''));
        for (const { line, column, endColumn } of diagnostics) {
          expect(lines[line - 1]?.slice(column - 1, endColumn - 1)).toBe('\uFFFD');
        }
      }),
      { numRuns: caseCount(1000, 40) },
    );
  });

  it('are cut at LF, CRLF and CR', () => {
    const text = fc.string({ unit: fc.constantFrom('\r', '\n', 'a', '\u2028', ' ') });
    fc.assert(
      fc.property(text, (source) => {
        const lines: string[] = [];
        for (const reader = new LineReader(source); !reader.done; reader.advance()) {
          lines.push(source.slice(reader.start, reader.end));
          expect(reader.line).toBe(lines.length);
        }
        // What follows the last line end is a line only when there is something.
        expect(lines).toEqual(linesOf(source).filter((line, i, all) => i < all.length - 1 || line !== ''));
      }),
    );
  });
});

function isUtf8(source: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(source);
    return true;
  } catch {
    return false;
  }
}
