/** JSON bodies that differ from each other in some bytes, and assertions on values in them. */
import fc from 'fast-check';

const keys = fc.constantFrom(
  'id',
  'name',
  'items',
  'a',
  'b',
  'k',
  '0',
  'length',
  'a b',
  '__proto__',
  'Grüße',
);
const blanks = fc.constantFrom('', '', '', ' ', '\n  ', '\r\n\t');
/** A comma does not separate members of these texts, so that parts of them may be replaced. */
const scalars = fc.constantFrom(
  '7',
  '8',
  '12',
  '-0',
  '0.5',
  '1.25',
  '-13.75',
  '123456789012345',
  '1234567890123456',
  '12345678901234567890',
  '1e2',
  '1E-7',
  '1e400',
  '0.12345678901234567890',
  'true',
  'false',
  'null',
  '""',
  '"7"',
  '"parcel"',
  '"p\\u0061rcel"',
  '"\\ud83d\\ude00"',
  '"\\ud800"',
  '"Grüße 😀"',
  '"a\\"b\\\\"',
  '"\\/\\b\\n"',
  '"1e2"',
  '"\uFEFFx"',
  '"\u2028"',
);
/** What must not be taken for a scalar, or what is no JSON at all. */
const hostile = fc.constantFrom(
  '01',
  '1.',
  '.5',
  '+1',
  '-',
  '1e',
  'NaN',
  'tru',
  'truee',
  'nulll',
  'True',
  '"',
  '"a',
  '"\\x"',
  '"\\u12g4"',
  '"\\u12',
  '"\t"',
  '"\u0000"',
  "'a'",
  '[]',
  '{}',
  '[7]',
  '{"k":7}',
  '7,8',
  '7:8',
  '7 8',
  '7}',
  '7]',
  '"id":7',
  '"x","id":7',
  '/**/7',
  '',
);

const documents = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    { weight: 5, arbitrary: scalars },
    { weight: 1, arbitrary: tie('list') },
    { weight: 2, arbitrary: tie('object') },
  ),
  list: fc
    .tuple(blanks, fc.array(tie('value'), { maxLength: 4 }))
    .map(([blank, items]) => `[${blank}${items.join(`${blank},${blank}`)}${blank}]`),
  object: fc
    .tuple(blanks, fc.array(fc.tuple(keys, tie('value')), { maxLength: 5 }))
    .map(([blank, members]) => {
      const lines = members.map(([key, value]) => `${blank}"${key}"${blank}:${blank}${value}`);
      return `{${lines.join(`${blank},`)}${blank}}`;
    }),
}));

const usual = fc
  .tuple(scalars, scalars, scalars, fc.array(scalars, { minLength: 1, maxLength: 40 }))
  .map(
    ([id, name, k, items]) =>
      `{"id":${id},"name":${name},"a":{"b":{"0":${k},"k":"constant text that is never changed"}},"items":[${items.join()}]}`,
  );
const bases = fc.oneof(
  { weight: 3, arbitrary: usual },
  { weight: 2, arbitrary: documents.object },
  { weight: 1, arbitrary: documents.list },
);

interface Change {
  readonly kind: 'scalar' | 'hostile' | 'cut' | 'append' | 'insert' | 'overwrite' | 'repeat' | 'deepen';
  readonly place: number;
  readonly text: string;
  readonly byte: number;
}

const changes: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('scalar' as const),
      place: fc.nat(),
      text: scalars,
      byte: fc.constant(0),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('hostile' as const),
      place: fc.nat(),
      text: hostile,
      byte: fc.constant(0),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('cut', 'append', 'insert', 'overwrite', 'repeat', 'deepen'),
      place: fc.nat(),
      text: fc.constantFrom(
        ' ',
        '\n',
        ',',
        '}',
        ']',
        '"',
        ':',
        'x',
        '\\',
        '\u0000',
        '\uFEFF',
        '"id":7,',
        '0',
      ),
      byte: fc.nat(255),
    }),
  },
);

/** A scalar behind a colon, a comma or a bracket. */
const SCALAR = /(?<=[:,[]\s*)(?:"(?:[^"\\]|\\.)*"(?!\s*:)|-?\d[\d.eE+-]*|true|false|null)/g;

function changed(base: Buffer, { kind, place, text, byte }: Change): Buffer {
  const at = base.length === 0 ? 0 : place % base.length;
  const [start, end] = [base.subarray(0, at), base.subarray(at)];
  switch (kind) {
    case 'scalar':
    case 'hostile': {
      const found = [...base.toString().matchAll(SCALAR)];
      const chosen = found[place % Math.max(found.length, 1)];
      if (!chosen) return base;
      const source = base.toString();
      return Buffer.from(
        source.slice(0, chosen.index) + text + source.slice(chosen.index + chosen[0].length),
      );
    }
    case 'cut':
      return Buffer.from(start);
    case 'append':
      return Buffer.concat([base, Buffer.from(text)]);
    case 'insert':
      return Buffer.concat([start, Buffer.from(text), end]);
    case 'overwrite':
      return Buffer.concat([start, Buffer.from([byte]), end.subarray(1)]);
    case 'repeat':
      return Buffer.concat([start, end.subarray(0, byte), end]);
    case 'deepen':
      return Buffer.concat([start, Buffer.from(`${'['.repeat(520)}7${']'.repeat(520)}`), end]);
  }
}

/** Each body is the same one with a few changes, so that those of one sequence have most bytes in common. */
export const differingBodies: fc.Arbitrary<readonly Buffer[]> = fc
  .tuple(bases, fc.array(fc.array(changes, { maxLength: 3 }), { minLength: 2, maxLength: 12 }))
  .map(([base, all]) => all.map((each) => each.reduce(changed, Buffer.from(base))));

export const valueAssertionLines = fc.constantFrom(
  'status 200',
  'header Content-Type contains json',
  'body.id == 7',
  'body.id != 8',
  'body.id === 7',
  'body.id !== "7"',
  'body.id truthy',
  'body.items truthy',
  'body.name !truthy',
  'body.gone absent',
  'body.name !absent',
  'body.id > 1',
  'body.id type number',
  'body.id in [7, "parcel", null]',
  'body.id exists',
  'body.name == parcel',
  'body.name contains arc',
  'body.name matches /^p.*l$/',
  'body.name matches /^(a+)+$/',
  'body.name length 6',
  'body.name.length > 0',
  'body.name startsWith p',
  'body.items exists',
  'body.items type array',
  'body.items length < 3',
  'body.items isEmpty',
  'body.items includes 7',
  'body.items contains "7"',
  'body.items == [7]',
  'body.items.length > 1',
  'body.items[0] == 7',
  'body.items[1] exists',
  'body.items[-1] != 7',
  'body.items.0 == 8',
  'body.a exists',
  'body.a contains b',
  'body.a.b != null',
  'body.a.b.0 == 7',
  'body.a.b[0] !exists',
  'body.a.b.k contains constant',
  'body.a["a b"] exists',
  'body["Grüße"] == 7',
  'body.__proto__ !exists',
  'body.length exists',
  'body.0 exists',
  'body[0].id == 7',
  'body[1] type string',
  'body.missing !exists',
);
