import { describe, expect, it } from 'vitest';
import { testScope } from '../../test/support/runs/evaluation.js';
import { mapPlaceholders } from './foreign-template.js';

describe('mapPlaceholders', () => {
  it.each(['', '\\', '\\\\', '{', '\\{', '\\\\{', '\\{\\{', '\\{\\', '{\\{'])(
    'keeps %j before a placeholder as it is',
    (before) => {
      const text = mapPlaceholders(`a${before}{{ x }}b`, (inner) => `{{${inner}}}`);
      expect(testScope({ operator: { x: '1' } }).text(text)).toBe(`a${before}1b`);
    },
  );
});
