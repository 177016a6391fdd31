import { ServiceError } from '../../../src/errors.js';
import { formatRequestFile } from '../../../src/request-file/format-text.js';
import type { RequestFile } from '../../../src/request-file/model/model.js';
import { loadCheckers } from '../../../src/request-file/expressions/expression-checkers.js';
import { parseText } from '../../../src/request-file/parse-file.js';
import { printTree } from '../../../src/request-file/print/print-tree.js';
import { treeDifference } from '../../../src/request-file/model/tree-difference.js';
import { validateFiles } from '../../../src/request-file/validate.js';
import { examplesOf, filesOf } from '../seeds.js';
import { allowingLater, must, mustEqual, type Target } from '../target.js';

const SEEDS = [...filesOf(['test/corpus', 'examples'], ['.http', '.spec']), ...examplesOf(['http'])];
const WORDS = [
  ...[
    '### ',
    '\n###\n',
    '# @name a\n',
    '# @',
    '# @depends a\n',
    '# @data ./a.csv\n',
    '# @auth bearer {{t}}\n',
  ],
  ...['# @retry 3 1s\n', '# @timeout 5s\n', '# @if {{a}} == 1\n', '@a = 1\n', '@a={{b}}\n', '? q = 1\n'],
  ...[
    'GET http://a.example/\n',
    'POST /x\n',
    'Host: a\n',
    '>>>\n',
    '<<<\n',
    '\n>>>capture\n',
    '>>>multipart\n',
  ],
  ...['expect status == 200\n', 'expect body.a[*].b matches /x+/i\n', 'expect jsonpath "$..a" exists\n'],
  ...['expect xpath "//a" == "1"\n', 'expect body schema "./a.json"\n', 'expect not header.a contains "b"\n'],
  ...[
    'capture a = body.b\n',
    '< ./file.json\n',
    '<@ ./file\n',
    '{{$uuid()}}',
    '{{',
    '}}',
    '\\{{',
    '```',
    '%}',
  ],
  ...['> {%', 'graphql', 'field a = b\n', 'file a = ./b; type=c\n', 'response 200\n', 'sql', 'shell'],
];

const checkers = await loadCheckers('jsonpath xpath');

export const requestFileTarget: Target = {
  name: 'request-file',
  seeds: SEEDS,
  words: WORDS,
  run: async (text) => {
    const file = parseText(text, 'a.http', checkers);
    placesInside(file, text);
    validateFiles([file]);
    if (file.diagnostics.some(({ severity }) => severity === 'error')) return;
    const printed = printTree(file);
    const read = parseText(printed, 'a.http', checkers);
    must(treeDifference(file, read) === undefined, 'what is printed reads back', treeDifference(file, read));
    mustEqual(printTree(read), printed, 'what is printed prints the same again');
    const formatted = await allowingLater([ServiceError], () => formatRequestFile(text, 'a.http'));
    if (!formatted?.ok) return;
    const again = await formatRequestFile(formatted.text, 'a.http');
    mustEqual(again.ok && again.text, formatted.text, 'formatting twice is formatting once');
  },
};

function placesInside(file: RequestFile, text: string): void {
  const lines = text.split(/\r\n|\n|\r/);
  for (const { line, column, endColumn, code } of file.diagnostics) {
    must(line >= 1 && line <= lines.length, 'a finding lies inside the text', `${code} at line ${line}`);
    must(column >= 1 && endColumn >= column, 'a finding has a range', `${code} ${column} to ${endColumn}`);
  }
}
