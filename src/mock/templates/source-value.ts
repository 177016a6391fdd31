/** The value of a placeholder for one request. */
import { callFunction } from '../../evaluation/functions/all-functions.js';
import { BadArgument, NoValue, type FunctionTools } from '../../evaluation/functions/call.js';
import { ABSENT } from '../../evaluation/values/absent.js';
import { valueAtPath } from '../../evaluation/values/body-path.js';
import { textOfBytes } from '../../http/message/headers.js';
import { formObject } from '../incoming/form-fields.js';
import type { ReceivedRequest } from '../incoming/received-request.js';
import { writeValue, type TemplateValue } from './escape-value.js';
import type { FunctionSource, TemplateSource } from './template-source.js';

export interface TemplateInput {
  /** The values of the path parameters. */
  readonly parameters: readonly string[];
  readonly request: ReceivedRequest;
  /** The host and port under which the client reaches the mock. */
  readonly host: string;
  /** Where time and chance come from. */
  readonly tools: FunctionTools;
  /** Counts the characters of what is made, and throws when it is too much. */
  readonly spend: (characters: number) => void;
  /** Values in the place of those of the request, for a check before there is one. */
  readonly replaced?: (source: TemplateSource) => TemplateValue | undefined;
}

export function valueOfSource(source: TemplateSource, input: TemplateInput): TemplateValue {
  const { request } = input;
  const replaced = input.replaced?.(source);
  if (replaced) return replaced;
  switch (source.kind) {
    case 'parameter':
      return untyped(input.parameters[source.index] ?? ABSENT);
    case 'method':
      return untyped(request.method);
    case 'url':
      return untyped(urlOf(input));
    case 'path':
      return untyped(request.target.split('?', 1)[0] ?? '');
    case 'query':
      return untyped(request.queryValues(source.name)[0] ?? ABSENT);
    case 'header':
      return untyped(headerOf(request, source.name));
    case 'cookie':
      return untyped(request.cookie(source.name));
    case 'body':
      return wholeBody(request);
    case 'bodyPath':
      return partOfBody(request, source.steps);
    case 'function':
      return untyped(resultOf(source, input));
  }
}

function untyped(value: unknown): TemplateValue {
  return { value, isTyped: false };
}

function urlOf({ request: { target }, host }: TemplateInput): string {
  return target.startsWith('/') ? `http://${host}${target}` : target;
}

function headerOf(request: ReceivedRequest, name: string): unknown {
  const value = request.view().header(name);
  return value === ABSENT ? ABSENT : textOfBytes(value);
}

/** The text as it came; where JSON expects a value, the value. */
function wholeBody(request: ReceivedRequest): TemplateValue {
  if (request.body.length === 0) return untyped(ABSENT);
  const text = request.view().text();
  const json = request.view().json();
  return { value: json === ABSENT ? text : json, isTyped: true, text };
}

function partOfBody(
  request: ReceivedRequest,
  steps: Extract<TemplateSource, { kind: 'bodyPath' }>['steps'],
): TemplateValue {
  if (request.body.length === 0) return untyped(ABSENT);
  const json = request.view().json();
  if (json !== ABSENT) return { value: valueAtPath(json, steps), isTyped: true };
  return untyped(valueAtPath(formObject(request), steps));
}

/** Absent when an argument does not fit, which may come from the client. */
function resultOf({ name, args }: FunctionSource, input: TemplateInput): unknown {
  const texts = args.map((pieces) => pieces.map((piece) => pieceText(piece, input)).join(''));
  for (const text of texts) input.spend(text.length);
  try {
    return callFunction(name, texts, input.tools);
  } catch (error) {
    if (error instanceof BadArgument || error instanceof NoValue) return ABSENT;
    throw error;
  }
}

function pieceText(piece: string | TemplateSource, input: TemplateInput): string {
  if (typeof piece === 'string') return piece;
  return writeValue(valueOfSource(piece, input), 'text');
}
