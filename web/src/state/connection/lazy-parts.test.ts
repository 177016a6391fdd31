import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('document', { querySelector: () => null, querySelectorAll: () => [] });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')));
});

// Other test files run in the same thread.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a part is not asked for while the server is away, and asked again after a failure', async () => {
  const { isDisconnected } = await import('./session.js');
  const { loadPart, partProblem } = await import('./lazy-parts.js');
  let asked = 0;
  const load = loadPart(() => {
    asked += 1;
    return asked < 3 ? Promise.reject(new Error('gone')) : Promise.resolve('part');
  });
  isDisconnected.value = true;
  const loaded = load();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(0);
  expect(partProblem()).toContain('as soon as it does');
  isDisconnected.value = false;
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await loaded).toBe('part');
  expect(asked).toBe(3);
  expect(partProblem()).toBe('');
});

test('another build is recognised by the name of its script', async () => {
  const { checkBuild, isOutdated, scriptsOf } = await import('./build-version.js');
  const page = '<!doctype html><script type="module" crossorigin src="/assets/index-B.js"></script>';
  expect(scriptsOf(page)).toEqual(['/assets/index-B.js']);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(page)));
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => '/assets/index-B.js' }) });
  await checkBuild();
  expect(isOutdated.value).toBe(false);
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => '/assets/index-A.js' }) });
  await checkBuild();
  expect(isOutdated.value).toBe(true);
});
