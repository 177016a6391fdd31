import { describe, expect, it } from 'vitest';
import { responseView, captureOf, checkLine, testScope } from '../../../test/support/runs/evaluation.js';
import { CaptureStore } from '../variables/captures.js';
import { takeCapture } from '../take-capture.js';
import { SHORT_LIMITS, MANY_ITEMS } from '../../../test/support/runs/hostile-evaluations.js';

describe('an evaluation that takes too long', () => {
  it('finds no capture, and gives the reason', async () => {
    const view = responseView(MANY_ITEMS, { limits: SHORT_LIMITS });
    const capture = captureOf('n from jsonpath "$[?count($[?@.id >= 0]) > 5]"');
    await expect(takeCapture(capture, view)).rejects.toThrow('the JSONPath query took more than 120 ms');
  });
});

describe('documents', () => {
  const nested = (depth: number): string => `{"a":${'['.repeat(depth - 1)}1${']'.repeat(depth - 1)}}`;

  it.each(['body.a', 'body', 'jsonpath $.a'])('of JSON may be nested 512 levels: %s', async (subject) => {
    expect((await checkLine(`expect ${subject} exists`, responseView(nested(512)))).message).toBe('');
    for (const operator of ['exists', '!exists', '== 1']) {
      const { passed, message } = await checkLine(`expect ${subject} ${operator}`, responseView(nested(513)));
      expect(passed, operator).toBe(false);
      expect(message).toContain('the body is nested deeper than 512 levels');
    }
    expect((await checkLine('expect body contains "[1]"', responseView(nested(100_000)))).passed).toBe(true);
  });

  it.each(['xml', 'html'])('of %s too', async (type) => {
    const view = responseView('<b>'.repeat(513) + '</b>'.repeat(513), { type: `text/${type}` });
    for (const operator of ['exists', '!exists']) {
      const { passed, message } = await checkLine(`expect xpath //title ${operator}`, view);
      expect(passed).toBe(false);
      expect(message).toContain('the body is nested deeper than 512 levels');
    }
  });

  it('say so in placeholders', () => {
    const captures = new CaptureStore();
    captures.setResponse('login', responseView(nested(513)));
    const scope = testScope({ captures });
    expect(() => scope.text('{{login.response.body.a}}')).toThrow('nested deeper than 512 levels');
    expect(scope.text('{{login.response.status}}')).toBe('200');
  });

  it('give no result that is many times as large', async () => {
    const view = responseView(`${'<t>'.repeat(500)}${'x'.repeat(40_000)}${'</t>'.repeat(500)}`, {
      type: 'text/xml',
    });
    const { message } = await checkLine('expect xpath //t exists', view);
    expect(message).toContain('the result is larger than 8 MiB');
    expect((await checkLine('expect xpath "count(//t)" == 500', view)).passed).toBe(true);
  });
});
