import { describe, expect, it } from 'vitest';
import { operatorValues } from './operator-variables.js';

describe('operatorValues', () => {
  it('come from flags and the environment, secrets first', () => {
    const values = operatorValues({
      process: {
        SVC_VARIABLE_a: 'environment',
        SVC_VARIABLE_b: 'environment',
        SVC_VARIABLE_: 'nameless',
        SVC_VARIABLE_empty: '',
        SVC_SECRET_b: 'hidden in environment',
        SVC_SECRET_Case: 'kept',
      },
      variables: [
        { name: 'a', value: 'flag' },
        { name: 'c', value: '' },
      ],
      secrets: [
        { name: 'd', value: 'hidden' },
        { name: 'marked', value: undefined },
      ],
    });
    expect(values).toEqual({
      variables: { a: 'flag', b: 'hidden in environment', Case: 'kept', c: '', d: 'hidden' },
      secretNames: ['b', 'Case', 'd', 'marked'],
      secretValues: ['hidden in environment', 'kept', 'hidden'],
    });
  });

  it('refuse a nameless secret without showing it', () => {
    const secrets = [{ name: '', value: 'hunter22' }];
    expect(() => operatorValues({ process: {}, variables: [], secrets })).toThrow(
      '--secret needs a name: name=value',
    );
  });
});
