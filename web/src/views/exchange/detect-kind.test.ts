import { describe, expect, it } from 'vitest';
import { detectKind, isBruno } from './detect-kind.js';

describe('detectKind', () => {
  it.each([
    ['curl https://a.test', 'curl'],
    ['\n # a comment\n$ curl -X POST \\\n https://a.test', 'curl'],
    ['TOKEN=x /usr/bin/curl https://a.test', 'curl'],
    ['{"openapi": "3.1.0", "paths": {}}', 'openapi'],
    ['\ufeff{"swagger": "2.0"}', 'openapi'],
    ["openapi: '3.0.1'\ninfo: {}", 'openapi'],
    ['# ours\nswagger: "2.0"', 'openapi'],
    ['{"openapi": "3.1.0", "paths": {', 'openapi'],
    ['{"info": {"name": "C", "schema": "https://x.test/collection.json"}, "item": []}', 'collection'],
    ['{"collection": {"info": {}, "item": []}}', 'collection'],
    ['{"_type": "export", "__export_format": 4, "resources": []}', 'clientexport'],
    ['_type: export\n__export_format: 4', 'clientexport'],
    ['type: collection.insomnia.rest/5.0\nname: Shop', 'clientexport'],
    ['{"log": {"version": "1.2", "entries": []}}', 'har'],
    ['meta {\n  name: Read\n}\n', 'bruno'],
    ['opencollection: 1.0.0\ninfo: {}', 'bruno'],
    ['info:\n  name: Read\nhttp:\n  method: GET\n', 'bruno'],
    ['### Read\nGET {{host}}/x\n', 'http'],
    ['GET http://a.test', 'http'],
  ])('knows %j', (text, kind) => {
    expect(detectKind(text)).toBe(kind);
  });

  it.each(['', 'curly hair', 'hello', '{}', '[1]', '{"a": 1}', '{"__proto__": {"openapi": 3}}'])(
    'is at a loss for %j',
    (text) => {
      expect(detectKind(text)).toBeUndefined();
    },
  );

  // Patterns that go back and forth over such texts would not come to an end.
  it.each([
    ['comments', '# '.repeat(500_000)],
    ['variables', 'a=b '.repeat(300_000)],
    ['JSON that is cut off', `{"a": "${'x'.repeat(5_000_000)}`],
  ])('comes to an end with a lot of %s', (_case, text) => {
    expect(detectKind(text)).toBeUndefined();
  });
});

it.each([
  ['meta {\n  name: Read\n  type: http\n}\n\nget {\n  url: http://a.test\n}', true],
  ['{"version": "1", "name": "Shop", "type": "collection"}', true],
  ['{"name": "Shop", "items": [], "brunoConfig": {}}', true],
  ['opencollection: 1.0.0\n', true],
  ['{"info": {"name": "C"}, "item": []}', false],
  ['meta data', false],
  ['', false],
])('recognizes a part of a Bruno collection: %j', (text, expected) => {
  expect(isBruno(text)).toBe(expected);
});
