import { expect, it } from 'vitest';
import { completeConfig } from '../../src/authoring/complete/complete-config.js';
import { CONFIG_KEYS, CONFIG_SHAPE } from '../../src/workspace/config/config.js';

/** The labels that are offered at the end of a text. */
function offered(text: string): string[] {
  const lines = text.split('\n');
  const place = { text, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  return completeConfig(place, CONFIG_SHAPE)?.items.map(({ label }) => label) ?? [];
}

it('offers every setting with its meaning', () => {
  expect(offered('')).toEqual(Object.keys(CONFIG_KEYS));
  const { items = [] } = completeConfig({ text: '', line: 1, column: 1 }, CONFIG_SHAPE) ?? {};
  expect(items.filter(({ meaning = '' }) => meaning === '')).toEqual([]);
});

it.each([
  ['history:\n  ', ['enabled', 'keepDays']],
  ['stress:\n  profiles:\n    evening:\n      ', ['duration', 'stages', 'thresholds']],
  ['stress:\n  profiles:\n    evening:\n      stages:\n        - ', ['duration', 'rate', 'vus']],
  ['stress: {profiles: {evening: {onLoss: ', ['adopt']],
  ['reporters:\n  - ', ['console', 'junit', 'har']],
  ['httpVersion: ', ['auto', '1.1', '2']],
  ['headers:\n  ', ['Authorization']],
  ['environments:\n  qa:\n    a: 1\ndefaultEnvironment: ', ['qa', 'dev']],
])('offers in %j', (text, labels) => {
  expect(offered(text)).toEqual(expect.arrayContaining(labels));
});
