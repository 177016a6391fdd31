import { describe, expect, it } from 'vitest';
import { AUTH_METHODS } from './parse-auth.js';
import { parseText } from '../parse-file.js';

function auth(value: string): unknown {
  const { requests, diagnostics } = parseText(`# @auth ${value}\nGET http://x/\n`, 'a.http');
  return requests[0]?.metadata.auth ?? diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

describe('@auth', () => {
  it.each([
    ['basic a,b', ['a', 'b']],
    ['basic a ,b', ['a', 'b']],
    ['basic a,\tb', ['a', 'b']],
    ['basic a b', ['a', 'b']],
    ['basic\ta\tb c', ['a', 'b c']],
    ['basic a b, c d', ['a b', 'c d']],
    ['basic a,b,c', ['a', 'b,c']],
    ['basic "a b" c', ['a b', 'c']],
    ['basic "a,b",c', ['a,b', 'c']],
    ['basic "", b', undefined],
    ['basic a, "b', ['a', '"b']],
    ['basic {{a, b}},{{c d}}', ['{{a, b}}', '{{c d}}']],
    ['basic {{a b}} {{c, d}}', ['{{a b}}', '{{c, d}}']],
    ['basic {{$f({{a}}, {{b}})}}, c', ['{{$f({{a}}, {{b}})}}', 'c']],
    ['basic {{a, b', ['{{a', 'b']],
    ['basic "\\"", "\\\\"', ['"', '\\']],
  ])('%s', (value, params) => {
    if (params) expect(auth(value)).toEqual({ type: 'basic', params });
    else expect(auth(value)).toEqual([expect.stringMatching(/^auth_parameters: .*missing username$/)]);
  });

  it('leaves out what is optional', () => {
    const given = ['a', 'b', 'c', 'd'];
    expect(auth(`cloudsig ${given.join(', ')}`)).toEqual({ type: 'cloudsig', params: given });
    expect(auth(`aws ${given.join(', ')}, t`)).toEqual({ type: 'cloudsig', params: [...given, 't'] });
  });

  it.each([
    ['basic', 'username'],
    ['digest ada', 'password'],
    ['apiKey X', 'value'],
    ['apiKeyQuery', 'paramName'],
    ['aws a, b, c', 'service'],
    ['oauth2 client_credentials u', 'clientId'],
    ['oauth2 client_credentials u, i', 'clientSecret'],
    ['oauth2 password u, i, s', 'username'],
    ['oauth2 password u, i, s, n', 'password'],
  ])('%s lacks %s', (value, missing) => {
    expect(auth(value)).toEqual([
      expect.stringMatching(new RegExp(`^auth_parameters: .* missing ${missing}$`)),
    ]);
  });

  it.each(['constructor', 'toString', '__proto__', 'oauth2 toString', 'apikey-header'])(
    '%s is no method',
    (value) => {
      expect(auth(`${value} a, b`)).toEqual([expect.stringMatching(/^unknown_auth_method: /)]);
    },
  );

  it('has a written form for every type', () => {
    for (const [type, written] of Object.entries(AUTH_METHODS)) {
      expect(auth(`${written} a, b, c, d, e, f`)).toMatchObject({ type });
    }
  });
});
