import { describe, expect, it } from 'vitest';
import { storedExchange } from '../../../../test/support/files/stored-exchange.js';
import { mutantsOf } from '../mutants-of.js';

describe('the changes of an XML body', () => {
  it('has the first elements of a long list and some of the others, and the same ones for a seed', () => {
    const body = `<a>${Array.from({ length: 5000 }, (_, index) => `<b>${index}</b>`).join('')}</a>`;
    const source = storedExchange({ body });
    const changed = (seed: number): readonly string[] =>
      mutantsOf(source, { seed, maxMutants: 1000 }).flatMap(({ kind, place }) =>
        kind === 'text-emptied' && place !== 'body' ? [place] : [],
      );
    expect(changed(1)).toHaveLength(5);
    expect(changed(1).slice(0, 3)).toEqual(['xpath /a/b[1]', 'xpath /a/b[2]', 'xpath /a/b[3]']);
    expect(changed(1)).toEqual(changed(1));
    expect(changed(1)).not.toEqual(changed(2));
    expect(mutantsOf(source, { seed: 1, maxMutants: 7 })).toHaveLength(7);
  });
});
