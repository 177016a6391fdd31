import { describe, expect, it } from 'vitest';
import { readTestScript } from './test-script.js';

function lines(source: string): string[] {
  const { assertions, captures, complete } = readTestScript(source);
  return [
    ...assertions.map(
      ({ subject, operator, expected }) => `${subject} ${operator} ${JSON.stringify(expected)}`,
    ),
    ...captures.map(({ name, source: from, path }) => `${name} from ${from} ${path}`.trim()),
    ...(complete ? [] : ['incomplete']),
  ];
}

describe('readTestScript', () => {
  it.each([
    ['pm.response.to.have.status(201);', ['status equals 201']],
    ['pm.test("Status", function () {\n    pm.response.to.have.status(200);\n});', ['status equals 200']],
    ["pm.test('a', () => pm.response.to.be.ok)", ['status equals 200']],
    ['pm.response.to.be.success', ['status greaterOrEqual 200', 'status lessThan 300']],
    ['pm.expect(pm.response.code).to.equal(204)', ['status equals 204']],
    ['pm.expect(pm.response.code).to.be.oneOf([200, 201]);', ['status in [200,201]']],
    ['tests["ok"] = responseCode.code === 200;', ['status equals 200']],
    ['tests["fast"] = (responseTime < 500)', ['duration lessThan 500']],
    ['tests["x"] = responseBody.has("hello");', ['body contains "hello"']],
    ['pm.expect(pm.response.responseTime).to.be.below(200);', ['duration lessThan 200']],
    ['pm.response.to.have.header("Location")', ['header Location exists null']],
    ["pm.expect(pm.response.headers.get('X-A')).to.eql('b')", ['header X-A equals "b"']],
    ['pm.response.to.be.json', ['header Content-Type contains "json"']],
    ['pm.expect(pm.response.text()).to.include("it\'s")', ['body contains "it\'s"']],
    [
      'const data = pm.response.json();\npm.test("x", function () {\n  pm.expect(data.items[0]["odd key"]).to.eql("a;b");\n  pm.expect(data).to.have.property(\'id\');\n  pm.expect(data.n).to.be.a("number");\n});',
      ['body.items[0]["odd key"] equals "a;b"', 'body.id exists null', 'body.n type "number"'],
    ],
    ['var jsonData = JSON.parse(responseBody);\njsonData', ['incomplete']],
    [
      'let d = pm.response.json()\npm.expect(d.a).to.not.equal(null)\npm.expect(d.b)\n  .to.be.true',
      ['body.a notEquals null', 'body.b equals true'],
    ],
    ['pm.environment.set("token", pm.response.json().data.token);', ['token from body data.token']],
    [
      'var d = JSON.parse(responseBody)\npostman.setEnvironmentVariable("T", d.list[0])',
      ['T from body list[0]'],
    ],
    ['// pm.response.to.have.status(500)\n/* x */ console.log("a");', []],
  ])('reads %j', (source, expected) => {
    expect(lines(source)).toEqual(expected);
  });

  it.each([
    'if (pm.response.code === 200) { pm.response.to.have.status(200) }',
    'pm.expect(1).to.equal(1)',
    'pm.response.to.have.status("OK")',
    'pm.expect(pm.response.json().a).to.match(/x/)',
    'pm.environment.set("a", compute())',
    'eval("process.exit(1)")',
    'pm.expect(pm.response.json().a).to.eql("{{x}}")',
  ])('leaves %j alone', (source) => {
    expect(lines(source)).toEqual(['incomplete']);
  });

  it('takes time in proportion to the script', () => {
    for (const piece of ['/*', '"\\', 'pm.expect(', 'pm.test("a", function () {', '\n;', '(('])
      expect(readTestScript(piece.repeat(100_000)).captures).toEqual([]);
  });
});
