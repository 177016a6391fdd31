import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMarkup } from '../../src/evaluation/xpath/markup.js';
import { xpathValue } from '../../src/evaluation/xpath/xml-path.js';
import { changeResponse } from '../../src/strength/mutate/change-response.js';
import { markupPathText, placesAtPath } from '../../src/strength/mutate/markup/markup-path.js';
import { mutantsOf } from '../../src/strength/mutate/mutants-of.js';
import { markupBodyOf } from '../../src/strength/mutate/stored-body.js';
import { adviseOn } from '../../src/strength/suggest/advise-on.js';
import { measuredRequest, measurementOf } from '../support/files/measured-request.js';
import { storedExchange } from '../support/files/stored-exchange.js';
import { xmlDocument } from '../support/files/xml-documents.js';
import { checkLine, responseView } from '../support/runs/evaluation.js';
import { caseCount } from '../support/generated-cases.js';

const headers = [['Content-Type', 'application/xml']] as const;

async function passes(line: string, body: string): Promise<boolean> {
  return (await checkLine(line, responseView(body, { status: 200, headers, type: '' }))).passed;
}

describe('any XML body', () => {
  it('differs in every change, at its place only, and stays well-formed', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(xmlDocument, fc.integer(), async (body, seed) => {
        const source = storedExchange({ body, headers });
        const root = markupBodyOf(source)?.root;
        if (root === undefined) throw new Error(`not well-formed: ${body}`);
        const before = await readMarkup(body, 'application/xml');
        const found = mutantsOf(source, { seed, maxMutants: 1000 });
        expect(mutantsOf({ ...source }, { seed, maxMutants: 1000 })).toEqual(found);
        for (const { change, kind, words } of found) {
          if (change.on !== 'markup') continue;
          const changed = changeResponse(source, change).body;
          const places = placesAtPath(root, change.path);
          const [first] = places;
          const [start, end] = [first?.start ?? -1, places.at(-1)?.end ?? -1];
          if (kind !== 'list-reordered') expect(changed, words).not.toBe(body);
          expect(changed.startsWith(body.slice(0, start)), words).toBe(true);
          expect(changed.endsWith(body.slice(end)), words).toBe(true);
          expect(await readMarkup(changed, 'application/xml'), words).toMatchObject({ kind: 'xml' });
          const isList = ['list-emptied', 'list-reordered', 'element-duplicated'].includes(kind);
          const inBody = xpathValue(`count(${markupPathText(change.path)})`, before);
          expect(isList ? Number(inBody) > 1 : inBody === 1, words).toBe(true);
          count += 1;
        }
      }),
      { numRuns: caseCount(150, 5) },
    );
    expect(count).toBeGreaterThan(caseCount(500, 30));
  });

  it('has suggestions that pass on all known responses, and fail on what they are said to notice', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(xmlDocument, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        async ([body = '', ...others], isSame) => {
          const earlier = (isSame ? [body, body] : others).map((each, index) => ({
            headers,
            body: each,
            durationMs: index + 9,
          }));
          const measured = measuredRequest({ responses: [{ headers, body }], earlier });
          const { suggestions, dangerous } = await adviseOn(measurementOf([measured]));
          const [exchange = storedExchange()] = measured.exchanges;
          for (const { assertion, catches } of suggestions) {
            if (!assertion.includes('xpath')) continue;
            for (const each of [exchange, ...measured.earlier])
              expect(await passes(assertion, each.body), `${assertion}\n${each.body}`).toBe(true);
            let noticed = 0;
            for (const { mutant } of measured.strength.survivors) {
              const changed = changeResponse(exchange, mutant.change);
              const view = responseView(changed.body, { ...changed, type: '' });
              if (!(await checkLine(assertion, view)).passed) noticed += 1;
            }
            expect(catches, `${assertion}\n${body}`).toBeLessThanOrEqual(noticed);
            expect(catches).toBeGreaterThan(0);
            count += 1;
          }
          for (const { assertion, mutant } of dangerous)
            if (assertion.includes('xpath'))
              expect(await passes(assertion, changeResponse(exchange, mutant.change).body), assertion).toBe(
                false,
              );
        },
      ),
      { numRuns: caseCount(80, 4) },
    );
    expect(count).toBeGreaterThan(caseCount(100, 3));
  });
});
