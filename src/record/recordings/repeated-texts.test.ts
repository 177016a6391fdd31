import { describe, expect, it } from 'vitest';
import { BodyCache } from './body-cache.js';
import { RepeatedTexts } from './repeated-texts.js';
import { TextCache } from './text-cache.js';

describe('texts that come again', () => {
  it('are told from those that come once', () => {
    const repeated = new RepeatedTexts();
    const texts = Array.from({ length: 200 }, (_, at) => `{"id":${at},"label":"${'x'.repeat(at * 7)}"}`);
    expect(texts.filter((text) => repeated.note(text)).length).toBeLessThan(5);
    // A later text may have taken the place of an earlier one.
    expect(texts.filter((text) => repeated.note(text)).length).toBeGreaterThan(150);
  });

  it('are made or read for the last time when they come the second time', () => {
    let made = 0;
    const texts = new TextCache(
      () => 0,
      (text) => `${text} ${(made += 1)}`,
    );
    expect(['/a', '/b', '/a', '/a', '/a'].map((text) => texts.get(text))).toEqual([
      '/a 1',
      '/b 2',
      '/a 3',
      '/a 3',
      '/a 3',
    ]);
    const bodies = new BodyCache(true);
    const [first, second, third] = [1, 2, 3].map(() => bodies.read('{"id":7}', 'application/json'));
    expect(second).not.toBe(first);
    expect(third).toBe(second);
  });
});
