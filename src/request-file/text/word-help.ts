/**
 * What each word of the language means, with an example, for editors. The keys are those of the tables of directives,
 * operators, subjects, functions and blocks; a test holds both together and parses every example.
 */
import type { BlockKind } from './blocks.js';
import { SAMPLE_HELP } from './sample-help.js';

/** The meaning, and lines of a request file that use the word. */
type Help = readonly [meaning: string, example: string];
type HelpTable = Readonly<Record<string, Help>>;

/** By lower-case name. */
export const DIRECTIVE_HELP: HelpTable = {
  name: ['The name of the request, instead of its title.', '# @name readOrder'],
  description: ['A description, shown in reports.', '# @description Reads one order.'],
  tags: ['Tags by which requests are selected.', '# @tags smoke, orders'],
  set: [
    'Sets a variable before the request is sent, for it and later ones; a global one for all files.',
    '# @set traceId = {{$uuid}}',
  ],
  skip: ['The request is never sent.', '# @skip waiting for the new API'],
  only: ['Only requests with this flag run in the file.', '# @only'],
  if: ['Runs only when the condition holds.', '# @if {{stage}} == staging'],
  unless: ['Runs only when the condition does not hold.', '# @unless {{stage}} == production'],
  depends: ['Runs after these requests, if they passed.', '# @depends login'],
  data: ['Runs once per row of the file; `{{row.name}}` is a column.', '# @data ./orders.csv'],
  each: ['Runs once per element of the list; `{{each}}` is the element.', '# @each {{ids}} as id'],
  delay: ['The pause before the request is sent, at most 1 h.', '# @delay 500 ms'],
  waitfor: [
    'Waits until the URL responds with the status: 200, for at most 30 s, every second.',
    '# @waitFor http://127.0.0.1:8080/ready 200 30s 1s',
  ],
  timeout: ['The limit of one attempt, from connecting to the last byte.', '# @timeout 5 s'],
  retry: ['The number of further attempts after a failure.', '# @retry 3'],
  retrydelay: ['The pause between attempts.', '# @retryDelay 500 ms'],
  retryon: ['Only responses with these codes are retried.', '# @retry 3\n# @retryOn 429, 5xx'],
  'no-redirect': ['The first redirect is the response.', '# @no-redirect'],
  'no-cookie-jar': ['Neither sends nor stores cookies of the jar.', '# @no-cookie-jar'],
  auth: ['Signs the request in: a method and its parameters.', '# @auth bearer {{token}}'],
  before: ['A shell command that runs before the request.', '# @before ./seed.sh'],
  after: ['A shell command that runs after the request.', '# @after ./clean.sh'],
  db: ['The database of the `>>>db` blocks of the request.', '# @db sqlite:./shop.db'],
  'stress.weight': ['The share of the request in a load test; 1 if it is not given.', '# @stress.weight 5'],
  'stress.think': ['The pause after the request in a load test.', '# @stress.think 200 ms'],
  'stress.skip': ['Left out of load tests.', '# @stress.skip'],
  'stress.setup': ['Runs once before the load.', '# @stress.setup'],
  'stress.teardown': ['Runs once after the load.', '# @stress.teardown'],
  'contract.provider': ['The provider that must keep this contract.', '# @contract.provider "orders"'],
  'contract.state': ['The state that the provider must have.', '# @contract.state "order 7 exists"'],
  'mock.when': [
    'A mock server gives this response only to requests for which the comparisons hold.',
    '# @mock.when query.page == 2',
  ],
  'mock.delay': [
    'The pause of a mock server before this response; of a range, a random part of it.',
    '# @mock.delay 100ms..2s',
  ],
  'mock.fault': [
    'What goes wrong with this response of a mock server, perhaps in a share of the requests only.',
    '# @mock.fault status 503 10%',
  ],
  'mock.sequence': [
    'The `>>>mock` blocks respond in turn: after the last one the first again, or always the last.',
    '# @mock.sequence cycle',
  ],
  'mock.template': [
    'A mock server replaces placeholders such as `{{request.query.page}}` in the `>>>mock` block.',
    '# @mock.template',
  ],
};

/** By canonical name; the help of a negation is derived from that of its opposite. */
export const OPERATOR_HELP: HelpTable = {
  equals: ['Equal to the value; may be left out.', 'expect body.id == 7'],
  strictEquals: [
    'Equal and of the same type: no number equals a text, and no value one that is absent.',
    'expect body.id === 7',
  ],
  greaterThan: ['A number above the value.', 'expect body.total > 10'],
  greaterOrEqual: ['A number of at least the value.', 'expect body.total >= 10'],
  lessThan: ['A number below the value.', 'expect duration < 500'],
  lessOrEqual: ['A number of at most the value.', 'expect duration <= 500'],
  between: ['From the first number to the second, both included.', 'expect body.total between 1 10'],
  approx: ['At most so far away from the number.', 'expect body.price approx 9.99 +- 0.01'],
  contains: [
    'A text that contains it, a list with an equal element, or an object with the key.',
    'expect body.note contains "fragile"',
  ],
  startsWith: ['A text that starts with it.', 'expect header Content-Type startsWith "application/"'],
  endsWith: ['A text that ends with it.', 'expect url endsWith "/orders/7"'],
  matches: [
    'The pattern matches anywhere; flags `i m s`.',
    'expect body.mail matches /^[^@]+@example\\.com$/i',
  ],
  exists: ['Present and not null.', 'expect body.id exists'],
  absent: ['There is no value at all; null is a value.', 'expect body.error absent'],
  truthy: ['Present, and neither null, false, 0 nor an empty text.', 'expect body.token truthy'],
  type: [
    'A value of the type: null boolean number integer string array object.',
    'expect body.id type integer',
  ],
  length: ['The number of characters, elements or keys.', 'expect body.items length 3'],
  lengthGreaterThan: ['More characters, elements or keys.', 'expect body.items length > 3'],
  lengthGreaterOrEqual: ['At least so many characters, elements or keys.', 'expect body.items length >= 3'],
  includes: ['A list with an equal element.', 'expect body.tags includes "new"'],
  in: ['Equal to one of the list.', 'expect status in [200, 201]'],
  isEmpty: ['An empty text, list or object.', 'expect body.errors isEmpty'],
  each: [
    'Every element passes the operator that follows; `each .path` looks at a value in each element.',
    'expect body.items each .id exists',
  ],
  schema: ['Valid against the JSON Schema file.', 'expect body schema ./order.schema.json'],
  snapshot: ['Equal to the value that an earlier run stored.', 'expect body.address snapshot address'],
};

export const SUBJECT_HELP: HelpTable = {
  status: ['The status code.', 'expect status == 200'],
  duration: ['Milliseconds from sending to the last byte, redirects included.', 'expect duration < 500'],
  p50: ['The duration; in a load test its median.', 'expect p50 < 200'],
  p95: ['The duration; in a load test its 95th percentile.', 'expect p95 < 500'],
  p99: ['The duration; in a load test its 99th percentile.', 'expect p99 < 900'],
  size: ['Bytes of the decoded body.', 'expect size < 10000'],
  sha256: ['The hash of the decoded body in lower-case hex.', 'expect sha256 matches /^[0-9a-f]{64}$/'],
  url: ['The final URL, after redirects.', 'expect url contains "/orders"'],
  header: ['A header of the response, in any case; without a name all of them.', 'expect header ETag exists'],
  cookie: ['The value of the last Set-Cookie of that name.', 'expect cookie session exists'],
  body: ['The body: parsed JSON, else text; a path leads into it.', 'expect body.items[0].id == 7'],
  jsonpath: ['A JSONPath expression over the body.', 'expect jsonpath $.items[*].id includes 7'],
  xpath: ['An XPath 1.0 expression over XML or HTML.', 'expect xpath //item/@id == 7'],
  regex: [
    'The first group of the pattern, or its whole match, in the body text.',
    'expect regex /id=(\\d+)/ == 7',
  ],
  variable: ['A variable, as a placeholder would give it.', 'expect variable token exists'],
};

/** The words that begin a condition. */
export const CONDITION_HELP: Readonly<Record<'when' | 'unless', Help>> = {
  when: [
    'Counts only when the condition holds; `and` joins comparisons.',
    'expect body.id exists when status == 201',
  ],
  unless: [
    'Counts only when the condition does not hold.',
    'expect body.items !isEmpty unless header X-Empty exists',
  ],
};

export const FUNCTION_HELP: HelpTable = {
  uuid: ['A random identifier, version 4.', '{{$uuid}}'],
  guid: ['A random identifier, version 4.', '{{$guid}}'],
  now: ['The time in UTC, such as 2026-01-31T09:30:00Z.', '{{$now(+1d)}}'],
  isoTimestamp: ['The time in UTC with milliseconds.', '{{$isoTimestamp}}'],
  isoDate: ['The date in UTC, such as 2026-01-31.', '{{$isoDate(-1d)}}'],
  timestamp: ['Unix time in seconds.', '{{$timestamp}}'],
  timestampMs: ['Unix time in milliseconds.', '{{$timestampMs}}'],
  date: ['The time in a layout of your own.', '{{$date(YYYY-MM-DD, +3d)}}'],
  random: ['A whole number, both limits included: 0 to 100 without arguments.', '{{$random(1, 6)}}'],
  randomInt: ['A whole number from the first up to, but not including, the second.', '{{$randomInt(1, 7)}}'],
  randomString: ['Letters and digits: 16 without a length.', '{{$randomString(12)}}'],
  randomAlphanumeric: ['Letters and digits: 8 without a length.', '{{$randomAlphanumeric(12)}}'],
  randomEmail: ['A random address at example.com.', '{{$randomEmail}}'],
  base64: ['The text as Base64.', '{{$base64({{user}}:{{password}})}}'],
  base64url: ['The text as Base64 for URLs, without padding.', '{{$base64url({{text}})}}'],
  base64Decode: ['The text behind Base64.', '{{$base64Decode(aGk=)}}'],
  md5: ['The MD5 hash in lower-case hex.', '{{$md5({{text}})}}'],
  sha1: ['The SHA-1 hash in lower-case hex.', '{{$sha1({{text}})}}'],
  sha256: ['The SHA-256 hash in lower-case hex.', '{{$sha256({{text}})}}'],
  sha512: ['The SHA-512 hash in lower-case hex.', '{{$sha512({{text}})}}'],
  hmacSha256: ['The HMAC with a key and SHA-256 in lower-case hex.', '{{$hmacSha256({{key}}, {{text}})}}'],
  urlEncode: ['The text percent-encoded; a blank is `+`.', '{{$urlEncode({{search}})}}'],
  urlDecode: ['The reverse of `urlEncode`.', '{{$urlDecode(a%20b)}}'],
  urlComponent: [
    'The text percent-encoded as a part of a URL; a blank is `%20`.',
    '{{$urlComponent({{name}})}}',
  ],
  json: ['The text unchanged.', '{{$json({{text}})}}'],
  env: ['A variable of the dotenv file or the process, else the default.', '{{$env(STAGE, test)}}'],
  dotenv: ['A variable of the dotenv file.', '{{$dotenv STAGE}}'],
  processEnv: ['A variable of the process environment.', '{{$processEnv HOME}}'],
  shared: ['A variable that all environments of a client share.', '{{$shared host}}'],
  'auth.token': ['A token by the settings of an environment file.', '{{$auth.token("orders")}}'],
  datetime: ['The time in UTC, in a layout of your own.', '{{$datetime "YYYY-MM-DD HH:mm" 1 d}}'],
  localDatetime: ['The time in the zone of the machine.', '{{$localDatetime iso8601}}'],
  'random.integer': [
    'A whole number from the first up to, but not including, the second.',
    '{{$random.integer(1, 7)}}',
  ],
  'random.float': ['A number with six decimals.', '{{$random.float(0.5, 1.5)}}'],
  'random.alphabetic': ['Letters: 8 without a length.', '{{$random.alphabetic(12)}}'],
  'random.alphanumeric': ['Letters and digits: 8 without a length.', '{{$random.alphanumeric(12)}}'],
  'random.hexadecimal': ['Lower-case hex digits: 8 without a length.', '{{$random.hexadecimal(12)}}'],
  ...SAMPLE_HELP,
};

/** The arguments of the functions that take any, optional ones in brackets. */
export const FUNCTION_PARAMETERS: Readonly<Record<string, string>> = {
  now: '[offset]',
  isoTimestamp: '[offset]',
  isoDate: '[offset]',
  timestamp: '[offset]',
  timestampMs: '[offset]',
  date: '[layout], [offset]',
  random: '[min, max]',
  randomInt: '[min, max]',
  randomString: '[length]',
  randomAlphanumeric: '[length]',
  base64: 'text',
  base64url: 'text',
  base64Decode: 'text',
  md5: 'text',
  sha1: 'text',
  sha256: 'text',
  sha512: 'text',
  hmacSha256: 'key, text',
  urlEncode: 'text',
  urlDecode: 'text',
  urlComponent: 'text',
  json: 'text',
  env: 'name, [default]',
  dotenv: 'name',
  processEnv: 'name',
  shared: 'name',
  'auth.token': 'name',
  datetime: 'layout, [offset]',
  localDatetime: 'layout, [offset]',
  'random.integer': '[min, max]',
  'random.float': '[min, max]',
  'random.alphabetic': '[length]',
  'random.alphanumeric': '[length]',
  'random.hexadecimal': '[length]',
};

export const BLOCK_HELP: Readonly<Record<BlockKind, Help>> = {
  assertions: ['What the response must be: one `expect` per line.', '>>>\nexpect status == 200\n<<<'],
  capture: [
    'Values of the response for later requests: `{{request.name}}`.',
    '>>>capture\nid from body.id\n<<<',
  ],
  multipart: [
    'A body of fields and files.',
    '>>>multipart\nfield title = Receipt\nfile scan @./scan.png\n<<<',
  ],
  db: [
    'Queries of the database that `@db` names, and what they must give.',
    '# @db sqlite:./shop.db\nPOST http://127.0.0.1:8080/orders\n\n>>>db\nquery SELECT count(*) AS n FROM orders\nexpect n > 0\n<<<',
  ],
  shell: ['Commands that run after the request; a failing one fails it.', '>>>shell\n./check-mail.sh\n<<<'],
  graphql: [
    'A GraphQL document as the body.',
    '>>>graphql\nquery Order($id: ID!) { order(id: $id) { total } }\n<<<',
  ],
  variables: [
    'The variables of the GraphQL document, as JSON.',
    '>>>graphql\nquery Order($id: ID!) { order(id: $id) { total } }\n<<<\n\n>>>variables\n{ "id": 7 }\n<<<',
  ],
  mock: [
    'The response that the mock server gives to this request.',
    '>>>mock\nHTTP/1.1 200 OK\nContent-Type: application/json\n\n{ "id": 7 }\n<<<',
  ],
};
