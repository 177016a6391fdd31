import { storedExchange as exchange } from '../../../test/support/files/stored-exchange.js';
import { expectRatio } from '../../../test/support/growth.js';
import { describe, expect, it } from 'vitest';
import { toJson } from '../../evaluation/values/json.js';
import { ResponseChanger } from './change-response.js';
import { mutantsOf } from './mutants-of.js';
import { body } from '../../../test/support/unit/mutants-of-setup.js';

describe('the choice among many mutants', () => {
  it('costs less for each mutant than reading the body again', async () => {
    const source = exchange({
      body: toJson(Object.entries(JSON.parse(body) as Record<string, unknown>).slice(0, 20)),
    });
    expect(source.body.length).toBeLessThan(3000);
    const count = mutantsOf(source, { seed: 1, maxMutants: 1000 }).length;
    expect(count).toBeGreaterThan(200);
    let length = 0;
    await expectRatio(
      1,
      () => {
        for (let round = 0; round < 10; round += 1) {
          const changer = new ResponseChanger(source);
          for (const { change } of mutantsOf(source, { seed: 1, maxMutants: 1000 }))
            length += changer.change(change).body.length;
        }
      },
      () => {
        for (let at = 0; at < 10 * count; at += 1)
          length += Object.keys(JSON.parse(source.body) as object).length;
      },
    );
    expect(length).toBeGreaterThan(0);
  });
});
