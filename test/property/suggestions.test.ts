import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addAssertions } from '../../src/request-file/add-assertions.js';
import { parseText } from '../../src/request-file/parse-file.js';
import type { StoredExchange } from '../../src/strength/model/stored-exchange.js';
import { changeResponse, type ChangedResponse } from '../../src/strength/mutate/change-response.js';
import { adviseOn } from '../../src/strength/suggest/advise-on.js';
import { measuredRequest, measurementOf } from '../support/files/measured-request.js';
import { storedExchange } from '../support/files/stored-exchange.js';
import { checkLine, responseView } from '../support/runs/evaluation.js';
import { caseCount } from '../support/generated-cases.js';

const name = fc.oneof(
  fc.constantFrom(
    'id',
    'name',
    'state',
    'items',
    'createdAt',
    'a b',
    'a.b',
    '"',
    '\\',
    "'",
    '0',
    'length',
    '',
  ),
  fc.constantFrom('__proto__', 'constructor', 'é', '😀', '\n', '{{x}}', '[*]', '#', ' # ', '$', 'token'),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
const text = fc.oneof(
  fc.constantFrom(
    'active',
    'new',
    '',
    ' ',
    '{{x}}',
    '\\{{',
    '"',
    '/',
    '[REDACTED]',
    '2024-02-29',
    '7',
    'true',
  ),
  fc.constantFrom('123e4567-e89b-12d3-a456-426614174000', '2024-02-29T00:00:00Z', 'https://x.test/', '# a'),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const { document } = fc.letrec<{ document: unknown }>((tie) => ({
  document: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0, -1, 1e21)),
    fc.constantFrom(true, false, null),
    fc.array(tie('document'), { maxLength: 3 }),
    fc.dictionary(name, tie('document'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const record = fc.dictionary(name, document, { minKeys: 1, maxKeys: 4, noNullPrototype: true });

/** The document as another run may have it: some values are others, or missing. */
function varied(value: unknown, choices: readonly number[], at = { index: 0 }): unknown {
  const choice = choices[at.index++ % choices.length] ?? 0;
  if (choice === 1) return null;
  if (choice === 2) return typeof value === 'string' ? 7 : 'other';
  if (Array.isArray(value))
    return (choice === 3 ? value.slice(1) : value).map((each) => varied(each, choices, at));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, varied(member, choices, at)] as const);
  return Object.fromEntries(choice === 4 ? members.slice(1) : members);
}

const headers = fc.constantFrom<StoredExchange['headers']>(
  undefined,
  [['Content-Type', 'application/json; charset=utf-8']],
  [
    ['content-type', 'text/plain'],
    ['X-Id', '7'],
  ],
);

async function passes(line: string, { status, headers, body }: ChangedResponse): Promise<boolean> {
  const { passed } = await checkLine(line, responseView(body, { status, headers, type: '' }));
  return passed;
}

describe('suggestions', () => {
  it('pass on all known responses, and fail on what they are said to notice', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(
        record,
        fc.array(fc.array(fc.nat(9), { minLength: 1, maxLength: 8 }), { maxLength: 3 }),
        headers,
        fc.constantFrom(200, 404),
        async (body, others, received, status) => {
          const last = { body: JSON.stringify(body), headers: received, status };
          const earlier = others.map((choices) => ({ ...last, body: JSON.stringify(varied(body, choices)) }));
          const measured = measuredRequest({ responses: [last], earlier });
          const { suggestions, dangerous } = await adviseOn(measurementOf([measured]));
          expect(suggestions.length).toBeLessThanOrEqual(12);
          const [exchange = storedExchange()] = measured.exchanges;
          for (const { assertion, catches } of suggestions) {
            for (const { status, headers = [], body } of [exchange, ...measured.earlier])
              expect(await passes(assertion, { status, headers, body }), assertion).toBe(
                !assertion.startsWith('expect header') || headers.length > 0,
              );
            let noticed = 0;
            for (const { mutant } of measured.strength.survivors)
              if (!(await passes(assertion, changeResponse(exchange, mutant.change)))) noticed++;
            // `[*]` leads to the members of objects too, where no place is expected to be noticed.
            if (!assertion.includes('[*]')) expect(catches, assertion).toBe(noticed);
            expect(catches, assertion).toBeLessThanOrEqual(noticed);
            expect(catches).toBeGreaterThan(0);
            expect(assertion).not.toContain('REDACTED');
          }
          const wanted = [{ line: 1, assertions: suggestions.map(({ assertion }) => assertion) }];
          const { requests } = parseText(addAssertions('GET /x\n', wanted), '');
          expect(requests[0]?.assertions).toHaveLength(suggestions.length);
          for (const { assertion, mutant } of dangerous.filter((each) => each.assertion !== ''))
            expect(await passes(assertion, changeResponse(exchange, mutant.change))).toBe(false);
          count += suggestions.length;
        },
      ),
      { numRuns: caseCount(60, 8) },
    );
    expect(count).toBeGreaterThan(caseCount(150, 15));
  });
});
