import { MAX_JSON_DEPTH, parseJson, toJson, type JsonValue } from '../../../src/evaluation/values/json.js';
import { JsonReader } from '../../../src/evaluation/values/json-reader.js';
import { indentedJson } from '../../../src/web-fetch/json-text.js';
import { readMessage } from '../../../src/mcp/protocol/read-message.js';
import { examplesOf, filesOf } from '../seeds.js';
import type { Random } from '../random.js';
import { allowing, must, mustEqual, type Target } from '../target.js';

const SEEDS = [
  '{"a":[1,2.5,-3e2,true,false,null],"b":{"c":"\\u00e9\\n"}}',
  '[12345678901234567890, 1e400, -0, 0.1e-7]',
  '"text"',
  '{"10":1,"2":{"b":1,"1":2},"a":[1e23,{"1":1}],"10":2}',
  ...examplesOf(['json']),
  ...filesOf(['examples'], ['.json']),
];
const WORDS = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\u',
  '\\ud800',
  'true',
  'null',
  '1e5',
  '12345678901234567890',
  '-',
  '"10":',
  '"2":',
  '"\\u0031" :',
  '9007199254740993.0',
];

export const jsonTarget: Target = {
  name: 'json',
  seeds: SEEDS,
  words: WORDS,
  generate: (random) => jsonText(random, 5),
  run: (text) => {
    const reference = allowing([SyntaxError], () => JSON.parse(text) as unknown);
    const own = allowing([SyntaxError], () => parseJson(text));
    const { value: careful, fault } = carefully(text);
    if (careful === undefined) {
      // It refuses numbers and depths that the reference reads, and says so.
      const isLimit = /^number too long|nested deeper than/.test(fault);
      must(reference === undefined || isLimit, 'both readers accept the same', text);
      return;
    }
    must(reference !== undefined, 'nothing is read that is no JSON', text);
    mustEqual(rounded(careful), rounded(reference), 'both readers read the same');
    mustEqual(rounded(own), rounded(careful), 'the quick way reads what the careful one reads');
    mustEqual(
      toJson(own),
      toJson(careful),
      'the quick way keeps the order and the digits that the careful one keeps',
    );
    const written = toJson(careful);
    mustEqual(
      toJson(new JsonReader(written, MAX_JSON_DEPTH).document()),
      written,
      'what is written reads back',
    );
    const indented = indentedJson(text, 10_000_000);
    if (typeof indented === 'string')
      mustEqual(rounded(parseJson(indented)), rounded(careful), 'indenting keeps every value');
  },
};

export const messageTarget: Target = {
  name: 'mcp-message',
  seeds: [
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"svc_fetch","arguments":{"url":"http://a.example"}}}',
    '{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
    '{"jsonrpc":"2.0","id":1,"result":{}}',
  ],
  words: [
    'null',
    '[]',
    '{}',
    '1.5',
    '"_meta":',
    '"progressToken":',
    '"id":',
    '"params":',
    '"method":',
    ',',
    '"x":1',
  ],
  run: (line) => {
    const read = readMessage(line);
    const value = allowing([SyntaxError], () => JSON.parse(line) as { id?: unknown; method?: unknown });
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      mustEqual(read.kind, 'skipped', 'what is no object is skipped');
      return;
    }
    const isUsable = typeof value.id === 'string' || Number.isSafeInteger(value.id);
    const isAsking = isUsable && 'method' in value;
    if (isAsking)
      must(read.kind === 'request' || read.kind === 'refused', 'a request is read or refused', read.kind);
    if (read.kind === 'refused')
      must(/^[^\n]{1,200}$/.test(read.error.message), 'in one line', read.error.message);
  },
};

/** Big integers as the reference has them, and keys in one order. */
function rounded(value: unknown): unknown {
  if (typeof value === 'bigint') return rounded(Number(value));
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(rounded);
  const entries = Object.entries(value).map(([key, each]) => [`key ${key}`, rounded(each)] as const);
  return Object.fromEntries(entries);
}

function carefully(text: string): { value: JsonValue | undefined; fault: string } {
  try {
    return { value: new JsonReader(text, MAX_JSON_DEPTH).document(), fault: '' };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { value: undefined, fault: error.message };
  }
}

export function jsonText(random: Random, depth: number): string {
  const kinds = depth > 0 ? 8 : 6;
  switch (random.below(kinds)) {
    case 0:
      return random.pick(['0', '-0', '1', '-17', '2.5', '1e3', '1E-400', '12345678901234567890', '1e309']);
    case 1:
      return random.pick(['true', 'false', 'null']);
    case 2:
    case 3:
      return random.pick([
        '""',
        '"a"',
        '"\\n\\u0000"',
        '"\\ud83d\\ude00"',
        '"__proto__"',
        '"2024-01-31"',
        '"😀"',
      ]);
    case 4:
      return '[]';
    case 5:
      return '{}';
    case 6:
      return `[${random.some(5, () => jsonText(random, depth - 1)).join(random.oneIn(9) ? ' ' : ', ')}]`;
    default:
      return `{${random.some(5, () => `${random.pick(KEYS)}: ${jsonText(random, depth - 1)}`).join(',')}}`;
  }
}

const KEYS = ['"a"', '"b"', '"items"', '"id"', '"__proto__"', '"constructor"', '""', '"a"', '"\\u0061"'];
