import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { isAnythingUnsaved, registerUnsaved } from './unsaved.js';

test('something is unsaved while one check says so, and a removed check is not asked', () => {
  const first = signal(false);
  const second = signal(false);
  const removeFirst = registerUnsaved(() => first.value);
  const removeSecond = registerUnsaved(() => second.value);
  expect(isAnythingUnsaved.value).toBe(false);
  second.value = true;
  expect(isAnythingUnsaved.value).toBe(true);
  removeSecond();
  expect(isAnythingUnsaved.value).toBe(false);
  first.value = true;
  expect(isAnythingUnsaved.value).toBe(true);
  removeFirst();
  expect(isAnythingUnsaved.value).toBe(false);
});
