import { describe, expect, it } from 'vitest';
import { markdown } from '../../../test/support/unit/render-html-setup.js';

describe('limits', () => {
  it('keep awkward pages cheap', () => {
    const pages = [`<b>${'&nbsp;'.repeat(100_000)}</b>x`, '<b>x</b>'.repeat(50_000), '*_`[ '.repeat(50_000)];
    for (const html of pages) expect(markdown(html).length).toBeGreaterThan(0);
  });

  it('keep awkward tables in proportion to their cells', () => {
    const rows = '<tr><td>x'.repeat(30_000);
    const wide = markdown(`<table><tr>${'<td>x'.repeat(30_000)}${rows}</table>`);
    expect(wide.length).toBeLessThan(1_000_000);
    const reaching = '<td rowspan=65534 colspan=1000>x'.repeat(2000);
    expect(markdown(`<table><tr>${reaching}${rows}</table>`).length).toBeLessThan(10_000_000);
  });
});
