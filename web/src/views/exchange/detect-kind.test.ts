import { describe, expect, it } from 'vitest';
import { detectKind } from './detect-kind.js';

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
  ])('knows %j', (text, kind) => {
    expect(detectKind(text)).toBe(kind);
  });

  it.each([
    '',
    'curly hair',
    'hello',
    '{}',
    '[1]',
    '{"a": 1}',
    'GET http://a.test',
    '{"__proto__": {"openapi": 3}}',
  ])('is at a loss for %j', (text) => {
    expect(detectKind(text)).toBeUndefined();
  });

  it('takes little time for a lot of text', () => {
    const startedAt = performance.now();
    for (const text of ['# '.repeat(500_000), 'a=b '.repeat(300_000), `{"a": "${'x'.repeat(5_000_000)}`])
      detectKind(text);
    expect(performance.now() - startedAt).toBeLessThan(4000);
  });
});
