import { describe, expect, it } from 'vitest';
import { responseView, checkLine } from '../../test/support/runs/evaluation.js';

describe('a hostile pattern', () => {
  const view = responseView(JSON.stringify({ t: `${'a'.repeat(5000)}!`, u: `${'a'.repeat(40)}!` }));

  it('gets its result from the linear engine, or fails after a second', async () => {
    const matched = await checkLine('expect body.t matches /(a+)+$/', view);
    expect(matched.passed).toBe(false);
    expect(matched.message).not.toContain('took more than');
    expect(await checkLine('expect body.t !matches /(a+)+$/', view)).toMatchObject({ passed: true });
    const checked = await checkLine('expect body.u matches /^(?=(a+)+$)/', view);
    expect(checked).toMatchObject({ passed: false });
    expect(checked.message).toContain('the pattern took more than 1 s');
    const negated = await checkLine('expect body.u !matches /(?<=b(a+)+)!/', view);
    expect(negated.passed).toBe(false);
    expect(await checkLine('expect regex /^\\{"t":"(?=((?:a|a)+)+$)/ !exists', view)).toMatchObject({
      passed: false,
    });
  }, 90_000);
});
