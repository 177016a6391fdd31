import { toJson } from '../../../src/evaluation/values/json.js';

export const body = toJson(
  Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [
      `field${index}`,
      { id: index + 1, name: 'open', at: '2024-01-01', list: [1, 2], gone: null },
    ]),
  ),
);
