import { describe, expect, it } from 'vitest';
import { testScope } from '../../../test/support/runs/evaluation.js';
import { seededBytes } from '../../../test/support/seeded-bytes.js';
import { functionNames } from '../../request-file/text/function-names.js';
import { FUNCTIONS } from './all-functions.js';
import { sampleFunctions } from './sample-functions.js';

const scope = testScope({ dotenv: { D: 'dot', EMPTY: '' }, process: { P: 'proc', D: 'other', NONE: '' } });
const chance = testScope({ random: seededBytes('functions') });

function many(template: string, count = 400): string[] {
  return Array.from({ length: count }, () => chance.text(template));
}

it('knows exactly the functions of the language', () => {
  expect([...FUNCTIONS.keys(), ...sampleFunctions().keys()].sort()).toEqual([...functionNames()].sort());
});

describe('fixed results', () => {
  it.each([
    ['{{$now}}', '2024-01-31T10:20:30Z'],
    ['{{now()}}', '2024-01-31T10:20:30Z'],
    ['{{$isoTimestamp}}', '2024-01-31T10:20:30.456Z'],
    ['{{$isoTimestamp +1 s}}', '2024-01-31T10:20:31.456Z'],
    ['{{$isoDate(-1d)}}', '2024-01-30'],
    ['{{$timestamp}}', '1706696430'],
    ['{{$timestamp -1 d}}', '1706610030'],
    ['{{$timestampMs}}', '1706696430456'],
    ['{{$timestampMs +1ms}}', '1706696430457'],
    ['{{$now(+90 m)}}', '2024-01-31T11:50:30Z'],
    ['{{$now(+1w)}}', '2024-02-07T10:20:30Z'],
    ['{{$now(-2h)}}', '2024-01-31T08:20:30Z'],
    ['{{$isoDate(+1M)}}', '2024-02-29'],
    ['{{$isoDate(+13M)}}', '2025-02-28'],
    ['{{$isoDate(-2M)}}', '2023-11-30'],
    ['{{$isoDate(+1y)}}', '2025-01-31'],
    ['{{$isoDate("+0d")}}', '2024-01-31'],
    ['{{$date}}', '2024-01-31'],
    ['{{$date()}}', '2024-01-31'],
    ['{{$date(YYYY/MM/DD HH:mm:ss.SSS)}}', '2024/01/31 10:20:30.456'],
    ['{{$date("YY M D H m s")}}', '24 1 31 10 20 30'],
    ['{{$date("YYYY-MM-DDTHH:mm:ssZ", +1d)}}', '2024-02-01T10:20:30Z'],
    ['{{$date("[YYYY] DD [at] HH [")}}', 'YYYY 31 at 10 ['],
    ['{{$date(, -1d)}}', '2024-01-30'],
    ['{{$base64(ada:é)}}', 'YWRhOsOp'],
    ['{{$base64url("??>>")}}', 'Pz8-Pg'],
    ['{{$base64Decode(YWRhOsOp)}}', 'ada:é'],
    ['{{$base64Decode(YQ)}}', 'a'],
    ['{{$base64Decode("YQ==")}}', 'a'],
    ['{{$md5(abc)}}', '900150983cd24fb0d6963f7d28e17f72'],
    ['{{$sha1(abc)}}', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
    ['{{$sha256(abc)}}', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      '{{$sha512(abc)}}',
      'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    ],
    [
      '{{$hmacSha256(key, The quick brown fox jumps over the lazy dog)}}',
      'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8',
    ],
    ['{{$urlEncode("a b&é~-_.!*()\'")}}', 'a+b%26%C3%A9~-_.%21%2A%28%29%27'],
    ['{{$urlDecode(a+b%26%C3%A9)}}', 'a b&é'],
    ['{{$urlComponent("a b&é/~")}}', 'a%20b%26%C3%A9%2F~'],
    ['{{$json({"a": 1})}}', '{"a": 1}'],
    ['{{$json("a, \\"b\\" \\\\ \\n\\t\\r\\x")}}', 'a, "b" \\ \n\t\r\\x'],
    ["{{$json('it\\'s')}}", "it's"],
    ['{{$json("a" b)}}', '"a" b'],
    ['{{$env(D)}}{{$env(P)}}', 'dotproc'],
    ['{{$env(NONE, x)}}{{$env(NOPE)}}{{$env(EMPTY, "y, z")}}', 'xy, z'],
    ['{{$dotenv D}}{{$dotenv(EMPTY)}}', 'dot'],
    ['{{$processEnv P}}', 'proc'],
    ['{{$random(7, 7)}}{{$randomInt(5, 5)}}{{$randomInt 8 9}}', '758'],
    ['{{$randomString(0)}}', ''],
    ['{{$env.P}}', 'proc'],
    ['{{$random.integer(5, 5)}}{{$random.integer(8, 9)}}', '58'],
    ['{{$random.float(2, 2)}} {{$random.float(-0.5, -0.5)}}', '2.000000 -0.500000'],
    ['{{$random.alphabetic(0)}}', ''],
    ['{{$datetime iso8601}}', '2024-01-31T10:20:30.456Z'],
    ['{{$datetime(iso8601)}}', '2024-01-31T10:20:30.456Z'],
    ['{{$datetime iso8601 1 d}}', '2024-02-01T10:20:30.456Z'],
    ['{{$datetime iso8601 -1 M}}', '2023-12-31T10:20:30.456Z'],
    ['{{$datetime(iso8601, +1 y)}}', '2025-01-31T10:20:30.456Z'],
    ['{{$datetime rfc1123}}', 'Wed, 31 Jan 2024 10:20:30 GMT'],
    ['{{$datetime "YYYY-MM-DD"}}', '2024-01-31'],
    [`{{$datetime 'DD/MM/YY HH:mm' 14 h}}`, '01/02/24 00:20'],
    [`{{$datetime 'dddd ddd MMMM MMM'}}`, 'Wednesday Wed January Jan'],
    [`{{$datetime 'hh h A a' 13 h}}`, '11 11 PM pm'],
    [`{{$datetime 'hh h A' 2 h}}`, '12 12 PM'],
    [`{{$datetime 'X x Z'}}`, '1706696430 1706696430456 +00:00'],
    [`{{$datetime '[at] H'}}`, 'at 10'],
  ])('%s', (template, text) => {
    expect(scope.text(template)).toBe(text);
  });
});

describe('random results', () => {
  it.each<[string, RegExp]>([
    ['{{$uuid}}', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
    ['{{guid()}}', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
    ['{{$randomString}}', /^[A-Za-z0-9]{16}$/],
    ['{{$randomAlphanumeric}}', /^[A-Za-z0-9]{8}$/],
    ['{{$randomString(65536)}}', /^[A-Za-z0-9]{65536}$/],
    ['{{$randomEmail}}', /^[a-z]{8}@[a-z]{6}\.example\.com$/],
    ['{{$random.alphabetic}}', /^[A-Za-z]{8}$/],
    ['{{$random.alphanumeric(20)}}', /^[A-Za-z0-9]{20}$/],
    ['{{$random.hexadecimal(20)}}', /^[0-9a-f]{20}$/],
    ['{{$random.float}}', /^\d{1,3}\.\d{6}$/],
    ['{{$random.float(-1, -0.5)}}', /^-(?:0\.[5-9]\d{5}|1\.000000)$/],
  ])('%s', (template, shape) => {
    const texts = many(template, 20);
    for (const text of texts) expect(text).toMatch(shape);
    expect(new Set(texts).size).toBe(20);
  });

  it.each<[string, number, number]>([
    ['{{$random(1, 3)}}', 1, 3],
    ['{{$random(3, 1)}}', 1, 3],
    ['{{$random(-1, 1)}}', -1, 1],
    ['{{$randomInt 1 4}}', 1, 3],
    ['{{$randomInt(-2, 0)}}', -2, -1],
    ['{{$random.integer(1, 4)}}', 1, 3],
  ])('%s reaches both ends and nothing else', (template, low, high) => {
    const wanted = Array.from({ length: high - low + 1 }, (_, at) => low + at);
    expect([...new Set(many(template).map(Number))].sort((a, b) => a - b)).toEqual(wanted);
  });

  it('has the documented default ranges', () => {
    const between = (template: string): readonly [number, number] => {
      const numbers = many(template, 3000).map(Number);
      return [Math.min(...numbers), Math.max(...numbers)];
    };
    const [low, high] = between('{{$random}}');
    expect([low, high]).toEqual([0, 100]);
    const [least, most] = between('{{$randomInt}}');
    expect(least).toBeGreaterThanOrEqual(0);
    expect(most).toBeLessThanOrEqual(1000);
    expect(most).toBeGreaterThan(900);
  });

  it('covers ranges wider than 32 bits', () => {
    const numbers = many(`{{$random(${Number.MIN_SAFE_INTEGER}, ${Number.MAX_SAFE_INTEGER})}}`, 50).map(
      Number,
    );
    expect(numbers.every(Number.isSafeInteger)).toBe(true);
    expect(Math.max(...numbers)).toBeGreaterThan(2 ** 40);
  });
});

describe('failures', () => {
  it.each([
    ['{{$nope()}}', 'unknown function "nope"'],
    ['{{nope(1)}}', 'unknown function "nope"'],
    ['{{UUID()}}', 'unknown function "UUID"'],
    ['{{constructor()}}', 'unknown function "constructor"'],
    ['{{$randomFirstNme}}', 'unknown function "randomFirstNme"; near names: randomFirstName'],
    ['{{$randomCompany}}', 'unknown function "randomCompany"; near names: randomC'],
    ['{{$random.integer(1)}}', 'function "random.integer": takes 0 or 2 arguments, not 1'],
    ['{{$random.integer(5, 1)}}', 'must not be above'],
    ['{{$random.float(5, 1)}}', 'must not be above'],
    ['{{$random.float(1, 1e5)}}', 'the upper end must be a number'],
    ['{{$random.float(1, 99999999999999)}}', 'the upper end must be a number'],
    ['{{$random.hexadecimal(65537)}}', 'the length must be from 0 to 65536'],
    ['{{$randomFirstName(1)}}', 'takes 0 arguments, not 1'],
    ['{{$datetime}}', 'takes 1 or 2 arguments, not 0'],
    ['{{$datetime ""}}', 'the layout must be'],
    ['{{$datetime iso8601 1 x}}', 'the offset must be'],
    ['{{$localDatetime iso8601 +9999 y}}', 'out of the years 0 to 9999'],
    ['{{$env.NOPE}}', 'variable "NOPE" has no value'],
    ['{{$uuid(1)}}', 'function "uuid": takes 0 arguments, not 1'],
    ['{{$base64()}}', 'function "base64": takes 1 argument, not 0'],
    ['{{$base64(a, b)}}', 'takes 1 argument, not 2'],
    ['{{$random(1)}}', 'takes 0 or 2 arguments, not 1'],
    ['{{$date(a, +1d, c)}}', 'takes 0 or 1 or 2 arguments, not 3'],
    ['{{$random(1, x)}}', 'the upper end must be a whole number'],
    ['{{$random(1.5, 2)}}', 'the lower end must be a whole number'],
    ['{{$random(1, 99999999999999999999)}}', 'must be a whole number'],
    ['{{$randomInt 5 1}}', 'must not be above'],
    ['{{$randomString(-1)}}', 'the length must be from 0 to 65536'],
    ['{{$randomString(65537)}}', 'the length must be from 0 to 65536'],
    ['{{$randomString(a)}}', 'the length must be a whole number'],
    ['{{$now(1d)}}', 'the offset must be'],
    ['{{$now(+1 x)}}', 'the offset must be'],
    ['{{$now(+1.5d)}}', 'the offset must be'],
    ['{{$now(+9999999y)}}', 'out of the years 0 to 9999'],
    ['{{$now(-3000y)}}', 'out of the years 0 to 9999'],
    ['{{$base64Decode("a*b")}}', 'the text is no Base64'],
    ['{{$base64Decode(YWJj=)}}', 'the text is no Base64'],
    ['{{$base64Decode(YWJjZ)}}', 'the text is no Base64'],
    ['{{$base64Decode("YQ=")}}', 'the text is no Base64'],
    ['{{$urlDecode(%)}}', 'not percent-encoded'],
    ['{{$urlDecode(%FF)}}', 'not percent-encoded'],
    ['{{$dotenv NOPE}}', 'variable "NOPE" has no value'],
    ['{{$processEnv NONE}}', 'variable "NONE" has no value'],
  ])('%s', (template, message) => {
    expect(() => scope.text(template)).toThrow(message);
  });

  it('shows no value in a message', () => {
    const secret = testScope({ operator: { s: 'hunter2!' } });
    expect(() => secret.text('{{$base64Decode({{s}})}}')).toThrow(/^(?!.*hunter2)/);
    expect(() => secret.text('{{$randomString({{s}})}}')).toThrow(/^(?!.*hunter2)/);
  });
});
