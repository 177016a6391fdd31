import { describe, expect, it } from 'vitest';
import { xpathValue } from './xml-path.js';
import { readMarkup } from './markup.js';

const AXES = [
  'ancestor',
  'ancestor-or-self',
  'attribute',
  'child',
  'descendant',
  'descendant-or-self',
  'following',
  'following-sibling',
  'parent',
  'preceding',
  'preceding-sibling',
  'self',
] as const;

/** Elements with names of their own, so that a list of names identifies the nodes. */
function document(seed: number): string {
  let state = seed + 1;
  const random = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
  let count = 0;
  const element = (depth: number): string => {
    const name = `${'abc'[random(3)]}${count++}`;
    const children =
      depth > 4 ? '' : Array.from({ length: random(4) }, () => element(depth + 1)).join('text');
    return `<${name} id="${name}" x="${random(2)}">${children}</${name}>`;
  };
  return `<r>${element(0)}${element(0)}${element(0)}</r>`;
}

describe('an axis from many nodes', () => {
  it.each(AXES)('%s leads to the same nodes as from each of them', async (axis) => {
    for (let seed = 0; seed < 12; seed++) {
      const markup = await readMarkup(document(seed), 'text/xml');
      for (const start of [
        '//*',
        '//*[@x = 1]',
        '//@*',
        '//text() | //*[@x = 0]/@id',
        '//*[@x = 0] | //@x',
      ]) {
        // A predicate on positions has every node taken by itself.
        const all = `${start.includes('|') ? `(${start})` : start}/${axis}::node()`;
        const ids = (path: string): unknown => xpathValue(`${path}/descendant-or-self::*/@id`, markup);
        expect(xpathValue(`count(${all})`, markup)).toBe(xpathValue(`count(${all}[position() > 0])`, markup));
        expect(ids(all), all).toEqual(ids(`${all}[position() > 0]`));
      }
    }
  });

  it('is not quadratic', async () => {
    const markup = await readMarkup(`<r>${'<a><b/></a>'.repeat(30_000)}</r>`, 'text/xml');
    for (const axis of ['preceding', 'following', 'preceding-sibling', 'following-sibling', 'ancestor'])
      expect(xpathValue(`count(//*/${axis}::*) > 0`, markup), axis).toBe(true);
    expect(xpathValue('count(//*//*//*//b)', markup)).toBe(0);
  }, 90_000);
});

describe('reading', () => {
  it('is not quadratic in comments of a document type or in namespaces', async () => {
    const opened = await readMarkup(`<!DOCTYPE r [${'<!--'.repeat(200_000)}]><r/>`, 'text/xml');
    expect(opened).toMatchObject({ kind: 'none' });
    const closed = await readMarkup('<!DOCTYPE r [<!-- > ]" --> <!ENTITY a "]>">]><r><x/></r>', 'text/xml');
    expect(xpathValue('count(/r/x)', closed)).toBe(1);
    const declared = Array.from({ length: 20_000 }, (_, n) => `xmlns:p${n}="u${n}"`).join(' ');
    const children = Array.from({ length: 20_000 }, (_, n) => `<p${n}:i xmlns:q="v"/>`).join('');
    const many = await readMarkup(`<r ${declared}>${children}</r>`, 'text/xml');
    expect(xpathValue('count(//p19999:i)', many)).toBe(1);
    expect(xpathValue('namespace-uri(//*[last()])', many)).toBe('');
  }, 90_000);
});
