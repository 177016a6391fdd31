import { describe, expect, it } from 'vitest';
import { shouldUseColour, type ColourMode } from './colour.js';

const mode = (change: Partial<ColourMode> = {}): ColourMode => ({
  noColorFlag: undefined,
  colorFlag: undefined,
  noColorVariable: undefined,
  env: {},
  noColorInConfig: async () => false,
  ...change,
});

describe('shouldUseColour', () => {
  it('follows the terminal by default', async () => {
    expect(await shouldUseColour(true, mode())).toBe(true);
    expect(await shouldUseColour(false, mode())).toBe(false);
    expect(await shouldUseColour(true, mode({ env: { TERM: 'dumb' } }))).toBe(false);
    expect(await shouldUseColour(true, mode({ env: { NO_COLOR: '', FORCE_COLOR: '', TERM: 'xterm' } }))).toBe(
      true,
    );
    expect(await shouldUseColour(false, mode({ env: { FORCE_COLOR: '0' } }))).toBe(false);
  });

  it('decides by the first match', async () => {
    // The rules in their order; each one overrides all that follow.
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
          expect(await shouldUseColour(terminal, mode({ ...later, ...rule, env }))).toBe(decision);
        }
      }
    }
  });

  it('lets a switch that is false override the config file only', async () => {
    const config = { noColorInConfig: async () => true };
    expect(await shouldUseColour(true, mode({ noColorFlag: false, ...config }))).toBe(true);
    expect(await shouldUseColour(true, mode({ noColorVariable: false, ...config }))).toBe(true);
    expect(await shouldUseColour(true, mode({ noColorFlag: false, env: { NO_COLOR: '1' } }))).toBe(false);
    expect(await shouldUseColour(true, mode({ colorFlag: false }))).toBe(false);
  });

  it('looks for a config file only when that could matter', async () => {
    const untouched = {
      noColorInConfig: async () => {
        throw new Error('asked');
      },
    };
    expect(await shouldUseColour(false, mode(untouched))).toBe(false);
    expect(await shouldUseColour(true, mode({ ...untouched, env: { NO_COLOR: '1' } }))).toBe(false);
  });
});
