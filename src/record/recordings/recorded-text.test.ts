import { describe, expect, it } from 'vitest';
import { testScope } from '../../../test/support/runs/evaluation.js';
import { templateText } from './recorded-text.js';

describe('templateText', () => {
  it.each(['\\', '\\\\', '{', '\\{', '\\\\{', '\\{\\{', '\\{\\', '{\\{', '{{', '\\{{'])(
    'keeps %j before a placeholder as it is',
    (before) => {
      const sources = { placeholderFor: () => undefined, onNeed: () => undefined };
      const text = templateText([`a${before}`, { placeholder: 'x' }, 'b'], sources);
      expect(testScope({ operator: { x: '1' } }).text(text)).toBe(`a${before}1b`);
    },
  );
});
