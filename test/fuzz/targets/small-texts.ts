import { ServiceError } from '../../../src/errors.js';
import { readServerSentEvents } from '../../../src/evaluation/values/event-stream.js';
import { parseCsv } from '../../../src/primitives/csv.js';
import { durationText, parseDuration } from '../../../src/primitives/duration.js';
import { compileGlob } from '../../../src/primitives/glob.js';
import { percentDecoded } from '../../../src/primitives/text/percent.js';
import { readShellLines } from '../../../src/primitives/shell-words.js';
import { METRICS, parseThreshold, parseThresholdList } from '../../../src/primitives/threshold.js';
import { parseDotenv } from '../../../src/workspace/files/dotenv-text.js';
import { decodeBody } from '../../../src/web-fetch/charset.js';
import { decodeText } from '../../../src/evaluation/values/decode-text.js';
import { allowing, must, mustEqual, type Target } from '../target.js';
import type { Random } from '../random.js';

/** The first line is the pattern, the rest the name. */
export const globTarget: Target = {
  name: 'glob',
  seeds: ['*.http\na.http', 'a?c*\nabcd', '**\n', '*a*b*c*\nxaxbxc', '?\n😀'],
  words: ['*', '?', '**', 'a', 'b', '.', '/', '[', ']', '\\', '\n'],
  run: (input) => {
    const [glob = '', ...rest] = input.split('\n');
    const name = rest.join('\n');
    const found = compileGlob(glob)(name);
    if (glob.length > 14 || name.length > 20) return;
    const source = Array.from(glob).map((each) =>
      each === '*' ? '.*?' : each === '?' ? '.' : escaped(each),
    );
    mustEqual(found, new RegExp(`^${source.join('')}$`, 'su').test(name), 'it matches what the pattern says');
  },
};

/** Lone surrogates have no escape with the flag `u`, but mean themselves. */
function escaped(character: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character;
}

export const durationTarget: Target = {
  name: 'duration-threshold',
  seeds: ['250ms', '1m30s', '1.5s', '0', '2h', '<= 250ms', '0.5%', 'p95<200ms,errors<1%,rps>40', '> 40'],
  words: ['ms', 's', 'm', 'h', '.', '<', '<=', '>', '%', ',', 'p99', 'errors', 'rps', ' '],
  run: (text) => {
    const milliseconds = parseDuration(text);
    if (milliseconds !== undefined) {
      must(milliseconds >= 0 && Number.isFinite(milliseconds), 'a duration is a finite number', text);
      const again = parseDuration(durationText(milliseconds));
      if (milliseconds < 1e15) mustEqual(again, Math.round(milliseconds), 'what is written reads back');
    }
    for (const metric of METRICS) {
      const threshold = parseThreshold(metric, text);
      if (threshold) must(Number.isFinite(threshold.value), 'a threshold is a finite number', text);
    }
    const list = parseThresholdList(text);
    must('reason' in list || list.length > 0, 'a list holds something or is refused', text);
  },
};

export const csvTarget: Target = {
  name: 'csv',
  seeds: ['a,b\n1,2\n', '"a ""b""",c\r\n"x\ny",\n', 'a\n\n\nb'],
  words: [',', '"', '""', '\n', '\r\n', '\r', ';', '\t', '﻿'],
  generate: (random) => csvText(rowsOf(random)),
  run: (text) => {
    const reading = parseCsv(text);
    if (!reading.ok) {
      must(reading.line >= 1, 'a fault has a line', String(reading.line));
      return;
    }
    const rows = reading.records.map(({ fields }) => fields);
    const again = parseCsv(csvText(rows));
    mustEqual(again.ok && again.records.map(({ fields }) => fields), rows, 'what is written reads back');
  },
};

function rowsOf(random: Random): string[][] {
  return random.some(6, () => [
    'x',
    ...random.some(4, () => random.pick(['', 'a', '"', 'a,b', 'x\ny', '\r', ' ', '😀'])),
  ]);
}

function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')}\n`).join('');
}

export const dotenvTarget: Target = {
  name: 'dotenv',
  seeds: ['A=1\nB="x y"\nexport C=\'z\'\n# comment\n', 'A = b # c\n\n'],
  words: ['=', '"', "'", '#', 'export ', '\n', '\r\n', '__proto__=x\n', 'A', '$A', '\\n'],
  run: (text) => {
    const values = allowing([ServiceError], () => parseDotenv(text, 'a.env'));
    for (const [key, value] of values ?? []) {
      must(key !== '' && !/[\s=]/.test(key), 'a key is a word', key);
      must(!/[\r\n]/.test(value), 'a value is one line', value);
    }
  },
};

export const shellTarget: Target = {
  name: 'shell-words',
  seeds: ['curl \'http://a\' -d "x $y"\n', 'a \\\n b | c && d; e #f\n', '$\'a\\x41\\n\' "$(x)"'],
  words: ["'", '"', '\\', '$', '$(', '`', '|', '&&', ';', '#', '\n', "$'", '<<EOF\n', '\\\n'],
  run: (text) => {
    for (const line of readShellLines(text))
      must(Array.isArray(line.words), 'a line has words', JSON.stringify(line));
    percentDecoded(text);
  },
};

export const eventStreamTarget: Target = {
  name: 'event-stream',
  seeds: ['data: a\n\n', 'id: 1\nevent: x\ndata: a\ndata: b\n\n: comment\n\ndata\n\n'],
  words: ['data', ': ', ':', '\n', '\n\n', 'event: x\n', 'id: \0\n', 'retry: 5\n', '\ufeff'],
  run: (text) => {
    const events = readServerSentEvents(text);
    const plain = text.replaceAll('\r', '');
    mustEqual(
      readServerSentEvents(plain.replaceAll('\n', '\r\n')),
      readServerSentEvents(plain),
      'line ends do not matter',
    );
    mustEqual(
      readServerSentEvents(plain.replaceAll('\n', '\r')),
      readServerSentEvents(plain),
      'line ends do not matter',
    );
    must(events.length <= text.length, 'there are no more events than characters', text);
  },
};

const LABELS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-1',
  'shift_jis',
  'gb18030',
  'nonsense',
  'x-user-defined',
  '',
];

/** One byte per character. */
export const charsetTarget: Target = {
  name: 'charset',
  seeds: [
    '\xef\xbb\xbfabc',
    '\xff\xfea\0b\0',
    '<meta charset="utf-16">x',
    '<?xml version="1.0" encoding="latin1"?><a/>',
    'caf\xe9',
    'caf\xc3\xa9',
  ],
  words: [
    '\xef\xbb\xbf',
    '\xfe\xff',
    '\xff\xfe',
    '\x80',
    '\xc3',
    '\xf0\x9f\x98\x80',
    '<meta charset=',
    '<?xml encoding="',
    '\x1b$B',
  ],
  run: (input, random) => {
    const bytes = Buffer.from(input, 'latin1');
    const label = random.pick(LABELS);
    const type = `text/html; charset=${label}`;
    const { text, charset } = decodeBody(bytes, random.pick(['html', 'xml', 'text', 'json']), type);
    must(charset === charset.toLowerCase() && charset !== '', 'the charset has a name', charset);
    must(text.length <= bytes.length + 1, 'no text is longer than its bytes', String(text.length));
    if (/^[\x20-\x7e]*$/.test(input) && label === 'utf-8') mustEqual(text, input, 'ASCII stays as it is');
    decodeText(bytes, type);
    decodeText(bytes, input);
  },
};
