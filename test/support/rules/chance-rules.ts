import { parseSync } from 'rolldown/utils';
import type { SourceFile } from './source-rules.js';
import {
  argumentsOf,
  isFunction,
  isNode,
  isPause,
  isTestCall,
  nameOf,
  PAUSES,
  type SyntaxNode,
} from './test-syntax.js';

/** What only the full test may do: it has the real clock, and runs a test that failed again by itself. */
const IS_FULL = /\.(?:slow\.test|scale)\.tsx?$/;

/** What depends on how fast a machine is. */
const MEASURED = /^(?:duration|latency|elapsed|rate|timing|totalRequests)$|[a-z]Ms$/;
const COMPARISON = /^(?:toBe(?:Less|Greater)Than(?:OrEqual)?|toBeCloseTo)$/;

const LEAST_LIMIT_MS = 5000;
const LIMIT_NAME = /^(?:timeout|connectTimeout|testTimeout|hookTimeout|timeoutMs)$/;
const LIMIT_TEXT = /(?:--(?:connect-)?timeout['", =]+|@(?:connection-)?timeout )(\d+) ?(ms|s)?\b/g;
/** Who says one of these words expects that the limit ends the work. */
const EXPIRY =
  /no complete response|time ?out|timed out|time limit|expire|too long|in time|came about|gave up|ManualClock/i;
/** Smaller numbers are counts, such as those of errors by kind. */
const LEAST_TIME = 10;

/** Random values that the verdict of a test would depend on; generated cases have the seed of all runs. */
const CHANCE = /(?<![$\w])(?:Math\.random|randomInt)\(/;

/** The last letters of the path of a temporary folder are random ones. */
const RANDOM_END = /\b(?:path|root|folder|directory|absolute|real)\.endsWith\(['"`][A-Za-z0-9]{1,3}['"`]\)/;

const LOOPS = /^(?:For|While|DoWhile)/;
/** A function that is given to one of these is a server's, which may let its clients wait. */
const SERVES = /serve|start|listen|handle|respond|route|^on$|create\w*Server|api|once/i;
const CLIENT = /^(?:request|response|socket|stream|call|_)$/;

/** A file without any of these words has no violation, and need not be parsed. */
const MAY_VIOLATE = new RegExp(
  [
    '[tT]imeout',
    'duration',
    'latency',
    'elapsed',
    'timing',
    'rate\\b',
    'totalRequests',
    'Ms\\b',
    'listen',
    'freePort',
    'retry',
  ]
    .concat(PAUSES, CHANCE.source, RANDOM_END.source)
    .join('|'),
);

interface Exception {
  readonly path: string;
  readonly reason: string;
}

/** Where nothing is measured or waited for in `npm test`. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    path: 'src/stress/find/search-rate.test.ts',
    reason: 'The rates are those of a target that is a function.',
  },
  { path: 'src/convert/from-curl/convert-curl.test.ts', reason: 'The limits are texts that are converted.' },
  { path: 'web/src/state/drafts/settings-draft.test.ts', reason: 'The limits are texts of a form.' },
  { path: 'test/support/servers/responsiveness.ts', reason: 'Only slow tests use it.' },
  {
    path: 'test/support/queue/distributed-run.ts',
    reason: 'Only slow tests let a queue or a process stand still.',
  },
  { path: 'test/support/queue/process-cost.ts', reason: 'Only the checks in full size use it.' },
];

/** Where a port is chosen: those who start a server there try another one when it is taken. */
const CHOOSES_PORTS = 'test/support/servers/free-port.ts';

/** What makes a test fail by chance on one machine in a thousand. */
export function chanceViolations({ path, text }: SourceFile): string[] {
  if (IS_FULL.test(path) || path.startsWith('test/scale/') || path.startsWith('test/fuzz/')) return [];
  if (!MAY_VIOLATE.test(text) || EXCEPTIONS.some((each) => each.path === path)) return [];
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const found: string[] = [];
  const note = ({ start }: { readonly start: number }, what: string): void => {
    found.push(`${path}:${text.slice(0, start).split('\n').length}: ${what}`);
  };
  const visit = (value: unknown, place: Place): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, place);
    if (!isNode(value)) return;
    const inner = innerPlace(value, place);
    if (comparesMeasure(value)) note(value, 'compares what the machine decides');
    if (isShortLimit(value) && !expectsExpiry(text, place, value)) note(value, 'has a limit below 5 s');
    if (isHiddenPause(value, place)) note(value, 'waits for a fixed time');
    if (isTestCall(value) && optionsOf(value).has('retry')) note(value, 'repeats a test');
    if (choosesPort(value, path)) note(value, 'chooses a port');
    for (const child of Object.values(value)) if (typeof child === 'object') visit(child, inner);
  };
  // Its timers are not those of the machine.
  const isFake = text.includes('useFakeTimers');
  visit(program, { whole: undefined, waits: isFake });
  for (const match of text.matchAll(new RegExp(CHANCE, 'g'))) {
    if (path !== CHOOSES_PORTS) note({ start: match.index }, 'is not seeded');
  }
  for (const match of text.matchAll(new RegExp(RANDOM_END, 'g')))
    note({ start: match.index }, 'asks for letters with which a random name may end');
  for (const match of text.matchAll(LIMIT_TEXT)) {
    if (isShortText(match) && !EXPIRY.test(testAround(program, match.index, text).replace(match[0], '')))
      note({ start: match.index }, 'has a limit below 5 s');
  }
  return [...new Set(found)];
}

interface Place {
  /** The outermost statement or test around it. */
  readonly whole: SyntaxNode | undefined;
  /** It may wait: it is a loop that looks for a condition, or a server that lets its client wait. */
  readonly waits: boolean;
}

function innerPlace(node: SyntaxNode, { whole, waits }: Place): Place {
  const serves =
    (node.type === 'CallExpression' && SERVES.test(calleeName(node))) ||
    (isFunction(node) && argumentsOf(node, 'params').some((each) => CLIENT.test(nameOf(each))));
  // Where it is defined, nobody waits yet.
  const defines = isFunction(node) && PAUSES.includes(nameOf(node['id']));
  return {
    whole: whole ?? (isTestCall(node) || node.type.endsWith('Declaration') ? node : undefined),
    waits: waits || LOOPS.test(node.type) || serves || defines,
  };
}

/** `expect(result.duration).toBeLessThan(5)`; `expect.poll` waits until it holds. */
function comparesMeasure(node: SyntaxNode): boolean {
  const { callee } = node;
  if (node.type !== 'CallExpression' || !isNode(callee) || !COMPARISON.test(nameOf(callee['property'])))
    return false;
  let subject: unknown = callee['object'];
  const compared = [...argumentsOf(node)];
  // No machine makes a time negative.
  if (compared.some((each) => each['value'] === 0)) return false;
  while (isNode(subject)) {
    if (nameOf(subject['property']) === 'poll') return false;
    if (subject.type === 'CallExpression') compared.push(...argumentsOf(subject).slice(0, 1));
    subject = subject['callee'] ?? subject['object'];
  }
  return compared.some(namesMeasure);
}

function namesMeasure(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(namesMeasure);
  if (!isNode(value) || isFunction(value)) return false;
  if (value.type === 'Identifier' && MEASURED.test(nameOf(value))) return true;
  return Object.values(value).some((child) => typeof child === 'object' && namesMeasure(child));
}

/** `{ timeout: 300 }` */
function isShortLimit(node: SyntaxNode): boolean {
  const { key, value } = node;
  if (node.type !== 'Property' || !LIMIT_NAME.test(nameOf(key)) || !isNode(value)) return false;
  const limit = value['value'];
  return typeof limit === 'number' && limit >= LEAST_TIME && limit < LEAST_LIMIT_MS;
}

/** `--timeout 300ms`, `# @timeout 300` */
function isShortText([, digits, unit]: RegExpMatchArray): boolean {
  const limit = Number(digits) * (unit === 's' ? 1000 : 1);
  return limit >= LEAST_TIME && limit < LEAST_LIMIT_MS;
}

function expectsExpiry(text: string, { whole }: Place, limit: SyntaxNode): boolean {
  const { start, end } = whole ?? limit;
  return EXPIRY.test(text.slice(start, limit.start) + text.slice(limit.end, end));
}

/** The text of the outermost test or statement at this place. */
function testAround(program: unknown, index: number, text: string): string {
  const visit = (value: unknown): SyntaxNode | undefined => {
    if (Array.isArray(value)) return value.map(visit).find((found) => found !== undefined);
    if (!isNode(value) || value.start > index || value.end <= index) return undefined;
    if (isTestCall(value) || /Declaration$|ExpressionStatement$/.test(value.type)) {
      const isSuite = value.type === 'ExpressionStatement' && !isTestCall(value['expression']);
      if (!isSuite) return value;
    }
    return Object.values(value)
      .map((child) => (typeof child === 'object' ? visit(child) : undefined))
      .find((found) => found !== undefined);
  };
  const { start = 0, end = text.length } = visit(program) ?? {};
  return text.slice(start, end);
}

/** Also outside of the body of a test, where it only has another name. */
function isHiddenPause(node: SyntaxNode, { waits }: Place): boolean {
  const waited =
    node.type === 'AwaitExpression' || node.type === 'ReturnStatement' ? node['argument'] : undefined;
  return !waits && isPause(waited);
}

function choosesPort(node: SyntaxNode, path: string): boolean {
  if (path === CHOOSES_PORTS || node.type !== 'CallExpression') return false;
  if (nameOf(node['callee']) === 'freePort') return true;
  const [port] = argumentsOf(node);
  return calleeName(node) === 'listen' && typeof port?.['value'] === 'number' && port['value'] !== 0;
}

function optionsOf(call: SyntaxNode): Set<string> {
  const options = argumentsOf(call).find(({ type }) => type === 'ObjectExpression');
  return new Set(argumentsOf(options ?? call, 'properties').map(({ key }) => nameOf(key)));
}

function calleeName(node: SyntaxNode): string {
  const { callee } = node;
  return isNode(callee) ? nameOf(callee) || nameOf(callee['property']) : '';
}
