/** One operation of a description as a route: its requests are checked, its responses chosen and made. */
import { STATUS_CODES } from 'node:http';
import type { ApiOperation } from '../../documents/api-operations.js';
import { isJsonMedia } from '../../documents/operation-media.js';
import { ABSENT } from '../../evaluation/values/absent.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import type { ReceivedRequest } from '../incoming/received-request.js';
import { hasNoBody, type RouteResponse } from '../responses/mock-response.js';
import type { DescribedResponses } from '../responses/mock-route.js';
import type { ApiDescription } from './api-description.js';
import { checkBody } from './check-body.js';
import { checkParameters, MAX_PROBLEMS } from './check-request.js';
import { chooseDescribed, type ChosenResponse } from './choose-described.js';
import { chooseOffered } from './choose-media.js';
import { describesBody, planOperation, type OperationPlan, type PlannedMedia } from './operation-plan.js';
import { readPreferences } from './preferences.js';
import { sampleHeaders } from './sample-headers.js';
import { sampleContent } from './sample-response.js';
import { writeContent } from './write-content.js';

export class DescribedOperation implements DescribedResponses {
  readonly #operation: ApiOperation;
  readonly description: ApiDescription;
  readonly #parameters: readonly string[];
  readonly readsBody: boolean;
  #plan: Promise<OperationPlan> | undefined;
  readonly #made = new Map<string, Promise<RouteResponse>>();

  /** `parameters` are the names of those in the path of the route. */
  constructor(operation: ApiOperation, description: ApiDescription, parameters: readonly string[]) {
    this.#operation = operation;
    this.description = description;
    this.#parameters = parameters;
    this.readsBody = describesBody(operation, description);
  }

  /** The JSON Pointer of the operation in its description. */
  get place(): string {
    return this.#operation.place;
  }

  async respond(request: ReceivedRequest, values: readonly string[]): Promise<RouteResponse> {
    const plan = await (this.#plan ??= planOperation(this.#operation, this.description));
    const refused = await this.#refuse(plan, request, values);
    if (refused) return refused;
    const choice = chooseDescribed(plan.responses, readPreferences(headerOf(request, 'prefer')));
    if ('problem' in choice) return refusal(400, [choice.problem]);
    const offered = choice.response?.media ?? [];
    const { example } = choice;
    const fitting = example === undefined ? offered : offered.filter((media) => hasExample(media, example));
    const media = chooseOffered(fitting, headerOf(request, 'accept'));
    const key = [choice.response?.code, choice.status, example, media?.type].join('\n');
    return getOrAdd(this.#made, key, () => this.#make(plan, choice, media));
  }

  async #refuse(
    plan: OperationPlan,
    request: ReceivedRequest,
    values: readonly string[],
  ): Promise<RouteResponse | undefined> {
    const pathValues = new Map(this.#parameters.map((name, index) => [name, values[index] ?? '']));
    const ofParameters = await checkParameters(plan, { request, pathValues }, this.description);
    const ofBody = plan.body && (await checkBody(plan.body, request, this.description));
    const problems = [...ofParameters, ...(ofBody?.problems ?? [])];
    if (problems.length === 0) return undefined;
    return refusal(ofParameters.length > 0 ? 400 : (ofBody?.status ?? 400), problems);
  }

  async #make(
    plan: OperationPlan,
    { response, status, example }: ChosenResponse,
    media: PlannedMedia | undefined,
  ): Promise<RouteResponse> {
    const headers = response ? await sampleHeaders(response, plan, this.description) : [];
    if (media === undefined) return { status, headers, body: '', contentType: '' };
    const contentType = sentType(media.type);
    const typed = [['Content-Type', contentType] as const, ...headers];
    if (hasNoBody(status)) return { status, headers: typed, body: '', contentType };
    const sampled = await sampleContent(media, example, plan.source, this.description);
    // Of JSON that nothing is said about, an object is the most likely.
    const value = sampled ? sampled.value : isJsonMedia(contentType) ? {} : '';
    const body = writeContent(value, contentType, rootName(media));
    return { status, headers: typed, body, contentType };
  }
}

function hasExample({ value }: PlannedMedia, name: string): boolean {
  const { examples } = value;
  return typeof examples === 'object' && examples !== null && Object.hasOwn(examples, name);
}

function headerOf(request: ReceivedRequest, name: string): string {
  const text = request.view().header(name);
  return text === ABSENT ? '' : text;
}

/** A type with wildcards stands for the most usual one that it includes. */
function sentType(type: string): string {
  const clean = type.replace(/[^\x20-\x7e]/g, '').trim();
  if (/^(?:\*|application)\/\*/.test(clean)) return 'application/json';
  return clean.replace(/^([^/]*)\/\*.*$/, '$1/plain');
}

/** XML documents are named after their schema. */
function rootName({ value }: PlannedMedia): string {
  const { schema } = value;
  const reference =
    typeof schema === 'object' && schema !== null && '$ref' in schema ? schema.$ref : undefined;
  return typeof reference === 'string' ? reference.slice(reference.lastIndexOf('/') + 1) : 'root';
}

/** The reasons, where several, are also a list. */
function refusal(status: number, problems: readonly string[]): RouteResponse {
  const [first = '', ...others] = problems.slice(0, MAX_PROBLEMS);
  const error = STATUS_CODES[status] ?? 'Error';
  const content =
    others.length === 0
      ? { error, message: first }
      : { error, message: `${first} (and ${others.length} more)`, problems: [first, ...others] };
  const contentType = 'application/json';
  return {
    status,
    headers: [['Content-Type', contentType]],
    body: `${JSON.stringify(content)}\n`,
    contentType,
  };
}
