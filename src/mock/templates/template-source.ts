/** What a placeholder in the template of a response stands for. */
import { callFunction } from '../../evaluation/functions/all-functions.js';
import { readArgument } from '../../evaluation/functions/arguments.js';
import { BadArgument } from '../../evaluation/functions/call.js';
import { readPath, type PathStep } from '../../request-file/expressions/parse-path.js';
import { nearFunctions } from '../../request-file/text/function-names.js';
import { classifyPlaceholder, cutTemplate, type Placeholder } from '../../request-file/text/template.js';
import { templateTools } from './template-tools.js';

export type TemplateSource =
  /** A path parameter of the route. */
  | { readonly kind: 'parameter'; readonly index: number }
  | { readonly kind: 'method' | 'url' | 'path' | 'body' }
  | { readonly kind: 'bodyPath'; readonly steps: readonly PathStep[] }
  | { readonly kind: 'query' | 'header' | 'cookie'; readonly name: string }
  | FunctionSource;

export interface FunctionSource {
  readonly kind: 'function';
  readonly name: string;
  /** Each is literal text and values of the request. */
  readonly args: readonly (readonly TemplatePiece[])[];
}

export type TemplatePiece = string | TemplateSource;

export type SourceReading =
  | { readonly ok: true; readonly source: TemplateSource }
  | { readonly ok: false; readonly reason: string };

/** These read the environment and the secrets of whoever starts the mock server, and a client would get them. */
const PRIVATE_FUNCTIONS: ReadonlySet<string> = new Set([
  'env',
  'dotenv',
  'processEnv',
  'shared',
  'auth.token',
]);

const REQUEST = 'request.';

/** `inner` is the text between the braces. The names of path parameters come first. */
export function readSource(inner: string, parameters: readonly string[]): SourceReading {
  const source = inner.startsWith('$') ? undefined : readValue(inner, parameters);
  if (source) return source;
  const placeholder = classifyPlaceholder(inner);
  if (placeholder.kind === 'function') return readFunction(placeholder, parameters);
  return placeholder.kind === 'environment' ? fail(whyNotDollar(placeholder.name)) : fail(UNKNOWN);
}

/** Undefined for what may be a function. */
function readValue(inner: string, parameters: readonly string[]): SourceReading | undefined {
  const index = parameters.indexOf(inner);
  if (index >= 0) return succeed({ kind: 'parameter', index });
  return inner.startsWith(REQUEST) ? readRequestPart(inner.slice(REQUEST.length), parameters) : undefined;
}

function readRequestPart(part: string, parameters: readonly string[]): SourceReading {
  switch (part) {
    case 'method':
    case 'url':
    case 'path':
    case 'body':
      return succeed({ kind: part });
  }
  const [, word = '', mark = '', rest = ''] = /^(\w+)([.[])(.*)$/s.exec(part) ?? [];
  if (word === 'body') return readBodyPath(mark === '[' ? `[${rest}` : rest);
  if (mark !== '.' || rest === '') return fail(UNKNOWN);
  if (word === 'query' || word === 'header' || word === 'cookie') return succeed({ kind: word, name: rest });
  if (word !== 'path') return fail(UNKNOWN);
  const index = parameters.indexOf(rest);
  return index < 0 ? fail(`the path has no parameter ${rest}`) : succeed({ kind: 'parameter', index });
}

function readBodyPath(text: string): SourceReading {
  const path = readPath(text);
  if (text === '' || !path.ok) return fail(path.ok ? UNKNOWN : `its path is not valid: ${path.reason}`);
  return succeed({ kind: 'bodyPath', steps: path.steps });
}

function readFunction(
  { name, args, isKnown }: Extract<Placeholder, { kind: 'function' }>,
  parameters: readonly string[],
): SourceReading {
  if (PRIVATE_FUNCTIONS.has(name)) return fail(PRIVATE);
  if (!isKnown) return fail(unknownFunction(name, args));
  const read: (readonly TemplatePiece[])[] = [];
  for (const argument of args) {
    const pieces = readArgumentPieces(readArgument(argument), parameters);
    if (typeof pieces === 'string') return fail(pieces);
    read.push(pieces);
  }
  const problem = callProblem(name, read);
  return problem === '' ? succeed({ kind: 'function', name, args: read }) : fail(problem);
}

/** Arguments of the request are not known yet, and what does not fit then has no value. */
function callProblem(name: string, args: FunctionSource['args']): string {
  const texts = args.flatMap((pieces) =>
    pieces.every((piece) => typeof piece === 'string') ? [pieces.join('')] : [],
  );
  try {
    if (texts.length === args.length) callFunction(name, texts, TRIAL_TOOLS);
    return '';
  } catch (error) {
    if (error instanceof BadArgument) return `function "${name}": ${error.message}`;
    throw error;
  }
}

const TRIAL_TOOLS = templateTools({ clock: Date.now, random: (count) => new Uint8Array(count) });

function unknownFunction(name: string, args: readonly string[]): string {
  const near = nearFunctions(name);
  if (near.includes(name))
    return `the arguments of "${name}" stand in parentheses, as in {{$${name}(${args.join(' ')})}}`;
  return `there is no function "${name}"${near.length === 0 ? '' : `; near names: ${near.join(', ')}`}`;
}

/** `{{$NAME}}` is a variable of the process, but may be a function with a slip of the finger. */
function whyNotDollar(name: string): string {
  const isNear = /[a-z]/.test(name) && nearFunctions(name).length > 0;
  return isNear ? unknownFunction(name, []) : PRIVATE;
}

/** The reason why it cannot be read, as a text. */
function readArgumentPieces(
  argument: string,
  parameters: readonly string[],
): readonly TemplatePiece[] | string {
  const pieces: TemplatePiece[] = [];
  for (const part of cutTemplate(argument)) {
    const reading =
      part.kind === 'text'
        ? undefined
        : (readValue(part.inner, parameters) ?? fail(`${part.source}: ${UNKNOWN}`));
    if (reading?.ok === false) return reading.reason;
    pieces.push(part.kind === 'text' ? part.text : (reading?.source ?? ''));
  }
  return pieces;
}

const UNKNOWN =
  'a template knows path parameters, functions, and request.body, .query, .header, .cookie, .path, .method and .url';
const PRIVATE = 'responses cannot contain the environment or the tokens of the mock server';

function succeed(source: TemplateSource): SourceReading {
  return { ok: true, source };
}

function fail(reason: string): SourceReading & { readonly ok: false } {
  return { ok: false, reason };
}
