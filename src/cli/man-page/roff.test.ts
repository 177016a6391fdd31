import { describe, expect, it } from 'vitest';
import { bold, quoted, roffText } from './roff.js';

describe('text of a manual page', () => {
  it.each([
    ['plain words', 'plain words'],
    ['.TH is no request', '\\&.TH is no request'],
    ["'quoted' at the start", '\\(aqquoted\\(aq at the start'],
    ['C:\\temp', 'C:\\etemp'],
    ['--flag', '\\-\\-flag'],
    ['a `code` ^ ~', 'a \\(gacode\\(ga \\(ha \\(ti'],
    ['é … 😀', '\\[u00E9] \\[u2026] \\[u1F600]'],
    ['tab\tend', 'tab\\[u0009]end'],
  ])('%j is printed as it is', (text, expected) => {
    expect(roffText(text)).toBe(expected);
  });

  it('can be bold, or one argument of a request', () => {
    expect(bold('-v')).toBe('\\fB\\-v\\fR');
    expect(quoted('say "this"')).toBe('"say \\(dqthis\\(dq"');
  });
});
