import { Type as TypeBox } from 'typebox';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { mapType, Type, type ValueOf } from './type.js';

function everyType(T: typeof Type) {
  const base = T.Object({ a: T.String({ minLength: 1 }), b: T.Optional(T.Integer()) }, { title: 'Base' });
  return [
    base,
    T.Partial(base, { additionalProperties: false }),
    T.Object({ only: T.Optional(T.Null()) }),
    T.Array(T.Number({ minimum: 0 }), { maxItems: 3 }),
    T.Union([T.Literal('a'), T.Literal(1), T.Boolean()], { description: 'some' }),
    T.Enum(['x', 'y'], { default: 'x' }),
    T.Record(T.String(), T.Unknown({ description: 'any' }), { rule: 'a map' }),
    T.Ref('#/$defs/a', { description: 'reference' }),
  ];
}

describe('Type', () => {
  it('writes what TypeBox writes', () => {
    const written = everyType(Type).map((schema) => JSON.stringify(schema));
    expect(written).toEqual(everyType(TypeBox).map((schema) => JSON.stringify(schema)));
  });

  it('gives the types of TypeBox, immutable at any depth', () => {
    const schema = Type.Object({
      tags: Type.Optional(Type.Array(Type.Enum(['a', 'b']))),
      sizes: mapType(Type.Integer(), { maxProperties: 2 }),
    });
    expectTypeOf<ValueOf<typeof schema>>().toEqualTypeOf<{
      readonly tags?: readonly ('a' | 'b')[];
      readonly sizes: { readonly [name: string]: number };
    }>();
  });
});
