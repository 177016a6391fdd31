import { describe, expect, it } from 'vitest';
import { readMarkup } from './markup.js';
import { at } from '../../../test/support/unit/xml-path-setup.js';

describe('documents', () => {
  it('takes deep and long documents', async () => {
    const deep = await readMarkup(`${'<a>'.repeat(512)}x${'</a>'.repeat(512)}`, 'text/xml');
    expect(at('count(//a)', deep)).toBe(512);
    expect(at('string(/)', deep)).toBe('x');
    for (const type of ['text/xml', 'text/html'])
      await expect(readMarkup('<b>'.repeat(50_000), type)).rejects.toThrow('nested deeper than 512 levels');
    const long = await readMarkup(`<r>${'<i n="1">49</i>'.repeat(20_000)}</r>`, 'text/xml');
    expect(at('count(//i[. > 48]/@n)', long)).toBe(20_000);
  });
});
