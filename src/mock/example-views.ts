/** A planned response as a run would see it, for the check of its assertions and for captures. */
import type { EvaluationLimits } from '../evaluation/bounded/limits.js';
import { ResponseView } from '../evaluation/response/response-view.js';
import { isJsonType } from '../primitives/text/content-type.js';
import { randomBytes } from '../primitives/random-bytes.js';
import type { ExampleRequest } from './example-request.js';
import { bodyBytes, type RouteResponse } from './responses/mock-response.js';
import type { RoutePath } from './routing/route-path.js';
import type { TemplateValue } from './templates/escape-value.js';
import {
  compileResponse,
  fillResponse,
  TemplateTooLong,
  type ResponseTemplate,
} from './templates/response-template.js';
import { sourcesOf } from './templates/template-text.js';
import type { TemplateSource } from './templates/template-source.js';
import { fillSlots, MOCK_HOST, splitSlots } from './values/slot-text.js';

export interface ExampleSources {
  readonly path: RoutePath;
  /** The values of the path parameters. */
  readonly examples: readonly string[];
  /** Milliseconds. */
  readonly delay: number;
  readonly limits: EvaluationLimits;
}

export interface ExampleViews {
  readonly view: ResponseView;
  /** Of a template: the same response with other values in the places of those that are not known. */
  readonly other?: ResponseView;
  /** A value that is not known may be an object or a list, so that paths in the body say nothing. */
  readonly hasOpenBody?: true;
}

export function exampleView(response: RouteResponse, sources: ExampleSources): ResponseView {
  const { parameters } = sources.path;
  const fill = (text: string, as: 'text' | 'json' | 'header'): string =>
    fillSlots(splitSlots(text, parameters, as), sources.examples);
  const headers = response.headers.map(([name, value]) => [name, fill(value, 'header')] as const);
  return viewOf(
    response,
    headers,
    fill(response.body, isJsonType(response.contentType) ? 'json' : 'text'),
    sources,
  );
}

export function exampleViews(
  response: RouteResponse,
  createRequest: () => ExampleRequest,
  sources: ExampleSources,
): ExampleViews {
  if (!response.isTemplate) return { view: exampleView(response, sources) };
  const request = createRequest();
  const template = compileResponse(response, sources.path.parameters, (text) => text);
  return {
    view: templateView(response, template, request, sources, '1'),
    other: templateView(response, template, request, sources, 'sample'),
    ...(hasOpenBody(template, request) && { hasOpenBody: true }),
  };
}

function hasOpenBody({ body }: ResponseTemplate, { knows }: ExampleRequest): boolean {
  return body.some(
    (part) =>
      typeof part !== 'string' &&
      (part.form === 'jsonValue' || part.form === 'text') &&
      sourcesOf([part]).some((source) => isOfBody(source) && !knows(source)),
  );
}

function isOfBody({ kind }: TemplateSource): boolean {
  return kind === 'body' || kind === 'bodyPath';
}

function templateView(
  response: RouteResponse,
  template: ResponseTemplate,
  { request, knows }: ExampleRequest,
  sources: ExampleSources,
  unknown: string,
): ResponseView {
  const value: TemplateValue = { value: unknown, isTyped: false };
  try {
    const { headers, body } = fillResponse(template, {
      parameters: sources.examples,
      request,
      host: MOCK_HOST,
      clock: Date.now,
      random: randomBytes,
      replaced: (source) => (knows(source) ? undefined : value),
    });
    return viewOf(response, headers, body, sources);
  } catch (error) {
    if (!(error instanceof TemplateTooLong)) throw error;
    return viewOf(response, [], '', sources);
  }
}

function viewOf(
  response: RouteResponse,
  headers: readonly (readonly [string, string])[],
  body: string,
  { path, delay, limits }: ExampleSources,
): ResponseView {
  const bytes = bodyBytes(body, response);
  return new ResponseView({
    status: response.status,
    headers: [...headers, ['Content-Length', String(bytes.length)], ['Date', new Date(0).toUTCString()]],
    url: `http://${MOCK_HOST}${path.shown}`,
    duration: delay,
    body: bytes,
    limits,
  });
}
