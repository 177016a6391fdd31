import { describe, expect, it } from 'vitest';
import { responseView, checkLine } from '../../../test/support/runs/evaluation.js';
import { SHORT_LIMITS, MANY_ITEMS } from '../../../test/support/runs/hostile-evaluations.js';

/** How often others got their turn meanwhile. */
async function turnsDuring<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly turns: number }> {
  let turns = 0;
  const timer = setInterval(() => turns++, 5);
  try {
    return { result: await work(), turns };
  } finally {
    clearInterval(timer);
  }
}
const elements = `<r>${'<a><b/></a>'.repeat(4000)}</r>`;

describe('an evaluation that takes too long', () => {
  it.each([
    [
      'jsonpath "$[?count($[?@.id >= 0]) > 5]" exists',
      MANY_ITEMS,
      'json',
      'the JSONPath query took more than 120 ms',
    ],
    ['jsonpath "$[?search(@.t, \'[a-z]{1,300}b\')]" exists', MANY_ITEMS, 'json', 'the JSONPath query'],
    [
      'xpath "//a[count(preceding::*) = 7]" exists',
      elements,
      'xml',
      'the XPath expression took more than 120 ms',
    ],
    ['body matches /^(?=([a-z]+)+$)/', 'a'.repeat(60) + '!', 'text', 'the pattern took more than 120 ms'],
    ['regex /^(?=([a-z]+)+$)/ exists', 'a'.repeat(60) + '!', 'text', 'the pattern took more than 120 ms'],
  ])('fails in both forms and lets others have their turn: %s', async (line, body, type, sentence) => {
    const view = responseView(body, { type: `application/${type}`, limits: SHORT_LIMITS });
    const { result, turns } = await turnsDuring(() => checkLine(`expect ${line}`, view));
    expect(result.passed).toBe(false);
    expect(result.message).toContain(sentence);
    expect(turns).toBeGreaterThan(2);
    const negated = line.replace(/ (exists|matches)/, ' !$1');
    expect((await checkLine(`expect ${negated}`, view)).passed).toBe(false);
  });

  it('is a schema, too', async () => {
    const branches = Array.from({ length: 400 }, (_, n) => ({ enum: [`no ${n}`, [n]] }));
    const schema = { items: { properties: { id: { anyOf: branches } } } };
    const { result, turns } = await turnsDuring(() =>
      checkLine('expect body !schema ./s.json', responseView(MANY_ITEMS, { limits: SHORT_LIMITS }), {
        schema: () => Promise.resolve(schema),
      }),
    );
    expect(result.passed).toBe(false);
    expect(result.message).toContain('the schema took more than 120 ms');
    expect(turns).toBeGreaterThan(2);
  });

  it('looks at each element, in turns with others', async () => {
    // Each takes a few milliseconds in the built-in engine, which is the one for short texts.
    const texts = JSON.stringify(Array.from({ length: 4000 }, () => 'a'.repeat(1500)));
    const view = responseView(texts, { limits: { documentMs: 300 } });
    const { result, turns } = await turnsDuring(() =>
      checkLine('expect body each !matches /[a-z]+[0-9]/', view),
    );
    expect(result.passed).toBe(false);
    expect(result.message).toContain('looking at each element took more than 300 ms');
    expect(turns).toBeGreaterThan(2);
  });
});

describe('what takes long, but not too long', () => {
  /** However busy the machine is. */
  const patient = { documentMs: 60_000 };

  it('gives the same as a short evaluation', async () => {
    const list = Array.from({ length: 300 }, (_, id) => ({ id }));
    const view = responseView(`{"big": 12345678901234567890, "list": ${JSON.stringify(list)}}`, {
      limits: patient,
    });
    const slow = 'count($.list[?@.id >= 0]) == 300';
    const some = `$.list[?${slow} && @.id < 3].id`;
    expect((await checkLine(`expect jsonpath "${some}" == [0, 1, 2]`, view)).message).toBe('');
    // An exact number, found where it stands.
    const exact = `$[?@ > 5 && count($.list[?${slow}]) == 300]`;
    expect((await checkLine(`expect jsonpath "${exact}" exists`, view)).actual).toEqual([
      12345678901234567890n,
    ]);
  });

  it('keeps the types of XPath', async () => {
    const view = responseView(`<r>${'<a><b/></a>'.repeat(1000)}</r>`, { type: 'text/xml', limits: patient });
    const slow = 'count(//a[count(preceding-sibling::a) > 990])';
    expect((await checkLine(`expect xpath "${slow}" == 9`, view)).message).toBe('');
    expect(
      (await checkLine(`expect xpath "number(concat('x', ${slow}))" type number`, view)).actual,
    ).toBeNaN();
    expect((await checkLine(`expect xpath "${slow} > 8" == true`, view)).message).toBe('');
    expect((await checkLine(`expect xpath "//c[${slow} > 8]" !exists`, view)).message).toBe('');
  });

  it('lists the violations of a schema with their places', async () => {
    const branches = Array.from({ length: 40 }, (_, n) => ({ const: -n - 1 }));
    const schema = { items: { properties: { id: { anyOf: [...branches, { minimum: 2 }] } } } };
    const load = { schema: () => Promise.resolve(schema) };
    const view = responseView(MANY_ITEMS, { limits: patient });
    const { message } = await checkLine('expect body schema ./s.json', view, load);
    expect(message).toMatch(/: \/0\/id: must match at least one schema of anyOf; \/1\/id: [^;]*$/);
    const bad = { schema: () => Promise.resolve({ ...schema, type: 7 }) };
    expect((await checkLine('expect body schema ./s.json', view, bad)).message).toContain(
      'the schema is not valid',
    );
  });

  it('parses a long XML document in a thread and reports what is wrong with it', async () => {
    const long = `<r>${'<i n="1">49</i>'.repeat(20_000)}</r>`;
    const view = responseView(long, { type: 'text/xml' });
    expect((await checkLine('expect xpath "count(//i[. > 48]/@n)" == 20000', view)).message).toBe('');
    const broken = responseView(long.slice(0, -4), { type: 'text/xml' });
    expect((await checkLine('expect xpath //i exists', broken)).message).toContain('not well-formed XML');
  });
});
