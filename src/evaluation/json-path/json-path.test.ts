import { describe, expect, it } from 'vitest';
import { ABSENT } from '../values/absent.js';
import { parseJson, toJson, type JsonValue } from '../values/json.js';
import { compileJsonPath } from './json-path.js';

/** The document of RFC 9535 section 1.5. */
const store = parseJson(`{"store":{"book":[
  {"category":"reference","author":"Nigel Rees","title":"Sayings of the Century","price":8.95},
  {"category":"fiction","author":"Evelyn Waugh","title":"Sword of Honour","price":12.99},
  {"category":"fiction","author":"Herman Melville","title":"Moby Dick","isbn":"0-553-21311-3","price":8.99},
  {"category":"fiction","author":"J. R. R. Tolkien","title":"The Lord of the Rings","isbn":"0-395-19395-8","price":22.99}],
  "bicycle":{"color":"red","price":399}}}`);

async function run(expression: string, document: JsonValue = store): Promise<unknown> {
  return (await compileJsonPath(expression)).run(document);
}

describe('members of an object', () => {
  it.each([
    ['$.*', '[{"2":1,"1":9007199254740993},[3],"x"]'],
    ['$["9"].*', '[1,9007199254740993]'],
    ['$["9"][?@ > 0]', '[1,9007199254740993]'],
    ['$..*', '[{"2":1,"1":9007199254740993},[3],"x",1,9007199254740993,3]'],
    ['$["8","9"]', '[[3],{"2":1,"1":9007199254740993}]'],
  ])('of %s are in the order of the text', async (expression, found) => {
    const document = parseJson('{"9":{"2":1,"1":9007199254740993},"8":[3],"7":"x"}');
    expect(toJson(await run(expression, document))).toBe(found);
    const query = await compileJsonPath(expression);
    expect(toJson(query.valuesAt(document, query.locations(document)))).toBe(found);
  });
});

describe('RFC 9535 examples', () => {
  it.each<[string, unknown]>([
    ['$.store.book[*].author', ['Nigel Rees', 'Evelyn Waugh', 'Herman Melville', 'J. R. R. Tolkien']],
    ['$..author', ['Nigel Rees', 'Evelyn Waugh', 'Herman Melville', 'J. R. R. Tolkien']],
    ['$.store..price', [8.95, 12.99, 8.99, 22.99, 399]],
    ['$..book[2].title', ['Moby Dick']],
    ['$..book[-1].title', ['The Lord of the Rings']],
    ['$..book[0,1].title', ['Sayings of the Century', 'Sword of Honour']],
    ['$..book[:2].price', [8.95, 12.99]],
    ['$..book[?@.isbn].title', ['Moby Dick', 'The Lord of the Rings']],
    ['$..book[?@.price<10].title', ['Sayings of the Century', 'Moby Dick']],
    ['$.store.book[?length(@.title) > 16].price', [8.95, 22.99]],
    ['$.store.book[?count(@.*) == 4].price', [8.95, 12.99]],
    ['$.store.book[?match(@.author, "[JH].*")].price', [8.99, 22.99]],
    ['$.store.book[?search(@.title, "of t")].price', [8.95, 22.99]],
    ['$.store.book[?value(@.price) == 8.99 || @.category == "reference"].price', [8.95, 8.99]],
    ['$.store.book[3:0:-2].price', [22.99, 12.99]],
    ['$["store"]["bicycle"]["color"]', 'red'],
    ['$.store.bicycle.price', 399],
    ['$.store.book[9]', ABSENT],
    ['$.gone', ABSENT],
    ['$.gone[*]', []],
    ['$', store],
  ])('%s', async (expression, result) => {
    expect(await run(expression)).toEqual(result);
  });

  it.each([
    '$.',
    '$[',
    '$.a b',
    'a',
    '$[?@.a =~ "x"]',
    '$[01]',
    '$..',
    '$[?length(@.*)>1]',
    '$[?match(@.a)]',
    '',
  ])('refuses %s', async (expression) => {
    await expect(compileJsonPath(expression)).rejects.toThrow();
  });

  it('distinguishes singular queries from others', async () => {
    expect((await compileJsonPath('$.a["b"][-1]')).singular).toBe(true);
    for (const query of ['$.*', '$..a', '$[0,1]', '$[0:1]', '$[?@.a]'])
      expect((await compileJsonPath(query)).singular, query).toBe(false);
  });
});

describe('beyond the library', () => {
  it('keeps big integers exact, also where filters compare them', async () => {
    const document = parseJson('{"a":[{"id":12345678901234567891,"n":"x"},{"id":5},[12345678901234567892]]}');
    expect(await run('$.a[0].id', document)).toBe(12345678901234567891n);
    expect(await run('$.a[?@.id > 10]', document)).toEqual([{ id: 12345678901234567891n, n: 'x' }]);
    expect(await run('$.a[2]', document)).toEqual([12345678901234567892n]);
  });

  it('counts code points and knows prototype names', async () => {
    expect(await run('$[?length(@) == 1]', ['😀', 'ab'])).toEqual(['😀']);
    const odd = parseJson('{"__proto__":1,"a":{"constructor":2}}');
    expect(await run('$["__proto__"]', odd)).toBe(1);
    expect(await run('$.a.constructor', odd)).toBe(2);
    expect(await run('$.constructor', odd)).toBe(ABSENT);
  });

  it('reaches the deepest document there is', async () => {
    let deep: JsonValue = 'end';
    for (let level = 0; level < 990; level++) deep = [deep];
    expect(await run('$..[?@ == "end"]', deep)).toEqual(['end']);
  });

  it('cannot be hung by a pattern', async () => {
    const texts = [`${'a'.repeat(20_000)}!`, 'aaa'];
    expect(await run('$[?search(@, "(a+)+b")]', texts)).toEqual([]);
    expect(await run('$[?match(@, "(a|aa)*")]', texts)).toEqual(['aaa']);
  });

  it('lets a dot stop at line ends only, and ignores what is no I-Regexp', async () => {
    expect(await run('$[?match(@, "a.b")]', ['a\nb', 'a\u2028b', 'axb', 'a\rb'])).toEqual([
      'a\u2028b',
      'axb',
    ]);
    expect(await run('$[?match(@, "a[.]b")]', ['a.b', 'axb'])).toEqual(['a.b']);
    expect(await run('$[?search(@, "(?=a)")]', ['a'])).toEqual([]);
    expect(await run('$[?search(@, "\\\\d")]', ['1'])).toEqual([]);
  });
});
