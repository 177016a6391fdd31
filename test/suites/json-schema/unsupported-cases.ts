/** What the standard or its test suite asks for, and is not done; the reason stands beside each. */
import { in2020, inAll, since7, type SchemaCase } from './schema-case.js';

const uncheckedFormat = (name: string, ...invalid: string[]): SchemaCase =>
  inAll(`format: ${name} is not among the formats that are checked`, { format: name }, [[], invalid]);

export const UNSUPPORTED_CASES: readonly SchemaCase[] = [
  uncheckedFormat('duration', 'PT1D', 'P', '4DT12H30M5S'),
  uncheckedFormat('idn-email', '2962'),
  uncheckedFormat('idn-hostname', '〮실례.com', '-hello'),
  uncheckedFormat('iri', '/abc', 'abc'),
  uncheckedFormat('iri-reference', '\\\\WINDOWS\\filëßåré'),
  uncheckedFormat('json-pointer', '/foo/bar~', '#'),
  uncheckedFormat('regex', '^(abc]'),
  uncheckedFormat('relative-json-pointer', '/foo/bar', '-1/foo'),
  uncheckedFormat('uri-reference', '\\\\WINDOWS\\fileshare'),
  uncheckedFormat('uri-template', 'http://example.com/dictionary/{term:1}/{term'),
  inAll('hostname: the Unicode form of a label is not computed', { format: 'hostname' }, [
    [],
    ['xn--X', 'xn--07jt112bpxg.xn--9t4b11yi5a'],
  ]),
  since7('contents are not decoded: the keywords are annotations', { contentEncoding: 'base64' }, [
    [],
    ['eyJmb28iOi%iYmFyIn0K'],
  ]),
  in2020(
    'vocabularies of own metaschemas are not read: every keyword is checked',
    { $schema: 'http://localhost:1234/no-validation.json', minimum: 10 },
    [[1], []],
  ),
];
