/** A text for a schema: by its format or pattern, else a word of the right length. */
import { member } from '../../documents/plain-data.js';
import { samplePattern } from '../../evaluation/json-schema/sample/sample-pattern.js';
import { textOfLength } from '../../evaluation/json-schema/sample/sample-scalars.js';
import { compilePattern, testPatternNow, type SafePattern } from '../../evaluation/pattern/safe-pattern.js';
import { Template } from './sample-value.js';

const TEXT_BY_FORMAT: Readonly<Record<string, string | Template>> = {
  date: '2030-01-15',
  'date-time': '2030-01-15T09:30:00Z',
  time: '09:30:00Z',
  duration: 'P1D',
  email: 'user@example.com',
  'idn-email': 'user@example.com',
  uuid: new Template('{{$uuid()}}'),
  uri: 'https://example.com',
  url: 'https://example.com',
  iri: 'https://example.com',
  'uri-reference': '/example',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  byte: 'ZXhhbXBsZQ==',
  'json-pointer': '/example',
};

const MAX_TEXT_LENGTH = 10_000;
const WORD = 'example';

export function sampleText(keywords: ReadonlyMap<string, unknown>): string | Template {
  const format = keywords.get('format');
  const fixed = typeof format === 'string' ? member(TEXT_BY_FORMAT, format) : undefined;
  const pattern = keywords.get('pattern');
  const lengths = { min: asNumber(keywords.get('minLength')), max: asNumber(keywords.get('maxLength')) };
  const ofFormat = typeof fixed === 'string' || fixed instanceof Template ? fixed : undefined;
  const plain = ofFormat ?? textOfLength(WORD, lengths, MAX_TEXT_LENGTH);
  if (typeof pattern !== 'string' || plain instanceof Template) return plain;
  return textOfPattern(pattern, lengths, plain) ?? plain;
}

interface Lengths {
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/** The first of some texts that the pattern matches and that has the right length. */
function textOfPattern(source: string, lengths: Lengths, usual: string): string | undefined {
  const pattern = compiled(source);
  if (pattern === undefined) return undefined;
  const { min = 0, max = Infinity } = lengths;
  const made = samplePattern(source);
  const repeated = made ? textOfLength(made, lengths, MAX_TEXT_LENGTH) : undefined;
  const padded = made
    ? made + (made.at(-1) ?? '').repeat(Math.min(Math.max(0, min - made.length), 1000))
    : '';
  const others = [WORD.toUpperCase(), '1234567890'].map((word) =>
    textOfLength(word, lengths, MAX_TEXT_LENGTH),
  );
  const candidates = [usual, ...others, made, repeated, padded].filter((text) => text !== undefined);
  const fits = (text: string): boolean => text.length >= min && text.length <= max;
  const found = candidates.find((text) => fits(text) && testPatternNow(pattern, text) === true);
  // A pattern that cannot be tested at once is not refuted either.
  return (
    found ??
    [made, padded].find((text) => text !== undefined && fits(text) && testPatternNow(pattern, text) !== false)
  );
}

/** Patterns with the Unicode flag, as JSON Schema wants them, else as ECMAScript reads them without it. */
function compiled(source: string): SafePattern | undefined {
  for (const mode of ['u', ''] as const) {
    try {
      return compilePattern(source, '', mode);
    } catch {
      // Documents contain patterns of other languages too, which say nothing here.
    }
  }
  return undefined;
}

function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
