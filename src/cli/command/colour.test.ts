import { describe, expect, it } from 'vitest';
import { wantsColour, type ColourMode } from './colour.js';

const wish = (change: Partial<ColourMode> = {}): ColourMode => ({
  noColorFlag: undefined,
  colorFlag: undefined,
  noColorVariable: undefined,
  env: {},
  noColorInConfig: async () => false,
  ...change,
});

describe('wantsColour', () => {
  it('follows the terminal when nothing was said', async () => {
    expect(await wantsColour(true, wish())).toBe(true);
    expect(await wantsColour(false, wish())).toBe(false);
    expect(await wantsColour(true, wish({ env: { TERM: 'dumb' } }))).toBe(false);
    expect(await wantsColour(true, wish({ env: { NO_COLOR: '', FORCE_COLOR: '', TERM: 'xterm' } }))).toBe(
      true,
    );
    expect(await wantsColour(false, wish({ env: { FORCE_COLOR: '0' } }))).toBe(false);
  });

  it('decides by the first match', async () => {
    // In the order of the rules; each one beats all that follow.
    const rules: [Partial<ColourMode>, boolean][] = [
      [{ noColorFlag: true }, false],
      [{ colorFlag: true }, true],
      [{ noColorVariable: true }, false],
      [{ env: { NO_COLOR: '1' } }, false],
      [{ env: { FORCE_COLOR: '1' } }, true],
      [{ noColorInConfig: async () => true }, false],
    ];
    for (const [i, [rule, decision]] of rules.entries()) {
      for (const [later] of rules.slice(i + 1)) {
        const env = { ...later.env, ...rule.env };
        for (const terminal of decision ? [true, false] : [true]) {
          expect(await wantsColour(terminal, wish({ ...later, ...rule, env }))).toBe(decision);
        }
      }
    }
  });

  it('lets a switch that says false outrank the config file only', async () => {
    const config = { noColorInConfig: async () => true };
    expect(await wantsColour(true, wish({ noColorFlag: false, ...config }))).toBe(true);
    expect(await wantsColour(true, wish({ noColorVariable: false, ...config }))).toBe(true);
    expect(await wantsColour(true, wish({ noColorFlag: false, env: { NO_COLOR: '1' } }))).toBe(false);
    expect(await wantsColour(true, wish({ colorFlag: false }))).toBe(false);
  });

  it('looks for a config file only when that could matter', async () => {
    const untouched = {
      noColorInConfig: async () => {
        throw new Error('asked');
      },
    };
    expect(await wantsColour(false, wish(untouched))).toBe(false);
    expect(await wantsColour(true, wish({ ...untouched, env: { NO_COLOR: '1' } }))).toBe(false);
  });
});
