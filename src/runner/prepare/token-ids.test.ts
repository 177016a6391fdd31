import { expect, it } from 'vitest';
import { parseRequestFile } from '../../request-file/parse-file.js';
import { tokenIds } from './token-ids.js';

const AUTH = { api: {}, web: {}, 'a b': {}, unused: {} };
const ENVIRONMENT = {
  header: 'Bearer {{$auth.token("api")}}',
  nested: { list: ['{{header}}'] },
  other: '{{$auth.token("unused")}}',
  cycle: '{{cycle}}{{$auth.token("web")}}',
};

it.each<[string, readonly string[]]>([
  ['GET http://a.test/{{$auth.token("api")}}', ['api']],
  ["GET http://a.test/\nAuthorization: Bearer {{$auth.token('a b')}}", ['a b']],
  ['GET http://a.test/\n\n{"t": "{{$auth.token(\\"web\\")}}"}', []],
  ['GET http://a.test/\nX: {{header}}', ['api']],
  ['GET http://a.test/\nX: {{nested.list[0]}}', ['api']],
  ['GET http://a.test/\nX: {{mine}}', ['web']],
  ['GET http://a.test/\nX: {{$shared hidden}}', ['web']],
  ['GET http://a.test/\nX: {{cycle}}', ['web']],
  ['GET http://a.test/\nX: {{$base64("{{header}}")}}', ['api']],
  ['GET http://a.test/{{$auth.token("missing")}}', []],
  ['GET http://a.test/', []],
])('%j names %j', async (text, expected) => {
  const file = await parseRequestFile(
    Buffer.from(`@mine = {{imported}}\n@idle = {{other}}\n### a\n${text}\n`),
    'a.http',
  );
  const [request] = file.requests;
  if (request === undefined) throw new Error('no request');
  const shared = { hidden: '{{mine}}' };
  const client = { environment: ENVIRONMENT, shared, secretNames: [], stores: {}, auth: AUTH };
  const importedVariables = [{ name: 'imported', value: '{{$auth.token("web")}}', secret: false, line: 1 }];
  const found = tokenIds(request, { runnable: { file, client }, importedVariables } as never);
  expect([...found]).toEqual(expected);
});
