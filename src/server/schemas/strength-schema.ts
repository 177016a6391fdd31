/** How much the tests of a file would notice, as clients ask for it and get it. */
import { Type } from '../../primitives/shapes/type.js';

export const strengthOptions = Type.Object(
  {
    file: Type.String({ description: 'A request file, relative to the workspace.' }),
    environment: Type.Optional(Type.String({ description: 'Instead of the active one.' })),
    run: Type.Optional(
      Type.Boolean({
        description:
          'Sends the requests for it; otherwise the last run that passed is taken from the history.',
      }),
    ),
    seed: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 4_294_967_295,
        description: 'The same seed chooses the same changes.',
      }),
    ),
  },
  { title: 'StrengthOptions' },
);

const score = Type.Union([Type.Number(), Type.Null()], {
  description: 'From 0 to 100; null when there is nothing to change.',
});
const tally = {
  score,
  total: Type.Integer({ description: 'Killed and survived.' }),
  killed: Type.Integer(),
  survived: Type.Integer(),
  equivalent: Type.Integer({ description: 'Changes that no test has to notice; not in the score.' }),
};

const mutant = {
  kind: Type.String({ description: 'The kind of change, such as field-removed.' }),
  place: Type.String({
    description: 'As assertions write it: status, header X, body.items[0].price, xpath /order/@id.',
  }),
  words: Type.String({ description: 'What was changed, as a clause.' }),
};
const before = Type.String({ description: 'The value before the change, as JSON; empty without one.' });
const danger = Type.Number({ description: 'From 0 to 100.' });

const requestStrength = Type.Object({
  name: Type.String(),
  line: Type.Integer(),
  ...tally,
  survivors: Type.Array(Type.Object({ ...mutant, danger, before })),
  equivalents: Type.Array(Type.Object({ ...mutant, reason: Type.String() })),
  problems: Type.Array(Type.String({ description: 'Why something was not checked; a sentence.' })),
});

const place = { file: Type.String(), line: Type.Integer(), name: Type.String() };

export const strengthReport = Type.Object(
  {
    seed: Type.Integer(),
    ...tally,
    files: Type.Array(Type.Object({ file: Type.String(), ...tally, requests: Type.Array(requestStrength) })),
    dangerous: Type.Array(
      Type.Object({
        ...place,
        ...mutant,
        before,
        assertion: Type.String({ description: 'The assertion that would notice it; empty without one.' }),
      }),
      { description: 'The ten most dangerous changes that nothing notices.' },
    ),
    suggestions: Type.Array(
      Type.Object({
        ...place,
        assertion: Type.String(),
        catches: Type.Integer({ description: 'How many survivors it would notice.' }),
      }),
    ),
  },
  { title: 'StrengthReport' },
);
