import { constantType, Type } from '../../primitives/shapes/type.js';
import { EQUIVALENCE_RULES } from '../../strength/model/equivalence-rules.js';
import { MUTATION_KINDS } from '../../strength/model/mutation-kinds.js';

const count = Type.Ref('#/$defs/count');
const mutant = {
  kind: Type.Ref('#/$defs/kind'),
  place: Type.String({
    description: 'as assertions write it: status, header X, body.items[0].price or xpath /order/@id',
  }),
  words: Type.String({ description: 'what was changed, as a clause' }),
};
const before = Type.String({ description: 'the value before the change, as JSON; empty without one' });
const tally = {
  score: {
    description: 'percent of the changes that are noticed; null when no response is known',
    type: ['number', 'null'],
    minimum: 0,
    maximum: 100,
  },
  total: Type.Ref('#/$defs/count', { description: 'killed and survived' }),
  killed: Type.Ref('#/$defs/count', { description: 'changes that something notices' }),
  survived: Type.Ref('#/$defs/count', { description: 'changes that nothing notices' }),
  equivalent: Type.Ref('#/$defs/count', { description: 'changes that no test has to notice; not in total' }),
};
const place = {
  file: Type.String(),
  line: count,
  name: Type.String({ description: 'of the request, else its method and URL' }),
};

const request = Type.Object({
  name: place.name,
  line: count,
  ...tally,
  survivors: Type.Array(
    Type.Object({ ...mutant, danger: Type.Number({ minimum: 0, maximum: 100 }), before }),
    { description: 'the most dangerous first' },
  ),
  equivalents: Type.Array(Type.Object({ ...mutant, reason: Type.Enum(Object.keys(EQUIVALENCE_RULES)) })),
  problems: Type.Array(Type.String(), { description: 'why something was not checked; sentences' }),
});

/** JSON Schema (draft 2020-12) of what `svc strength -o json` prints. */
export const STRENGTH_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Strength of tests by svc strength',
  ...Type.Object({
    schemaVersion: constantType(1),
    seed: Type.Integer({ description: 'chooses the changes of large responses' }),
    ...tally,
    files: Type.Array(Type.Object({ file: Type.String(), ...tally, requests: Type.Array(request) })),
    dangerous: Type.Array(
      Type.Object({
        ...place,
        ...mutant,
        before,
        assertion: Type.String({ description: 'what would notice it; empty when nothing robust would' }),
      }),
      { description: 'the ten most dangerous survivors, the worst first' },
    ),
    suggestions: Type.Array(
      Type.Object({
        ...place,
        assertion: Type.String({ description: 'a line of an expect block, without its indent' }),
        catches: Type.Ref('#/$defs/count', { description: 'survivors of the request that it would notice' }),
      }),
    ),
  }),
  $defs: {
    count: Type.Integer({ minimum: 0 }),
    kind: Type.Enum(Object.keys(MUTATION_KINDS)),
  },
} as const;
