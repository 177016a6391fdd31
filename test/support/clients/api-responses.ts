import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

type Json = Record<string, unknown>;

export interface ApiDocument extends Json {
  readonly paths: Readonly<Record<string, Record<string, Operation>>>;
}

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Json }>>;
}

export interface CheckedResponse {
  readonly method: string;
  /** The path after `/api/v1`, without the query. */
  readonly path: string;
  readonly status: number;
  readonly json: unknown;
}

/** Checks responses against the OpenAPI document: they may have only what it describes. */
export class ResponseChecker {
  readonly #document: ApiDocument;
  readonly #templates: readonly PathTemplate[];
  readonly #ajv: Ajv2020;
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: ApiDocument) {
    this.#document = closed(document) as ApiDocument;
    this.#templates = pathTemplates(document);
    this.#ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS });
    this.#ajv.addSchema(this.#document, 'api');
  }

  /** Why the response does not match its description; undefined when it does. */
  readonly problem = ({ method, path, status, json }: CheckedResponse): string | undefined => {
    const pointer = this.#pointer(method, path, status);
    if (pointer === undefined) return `${method} ${path} is not described with status ${status}`;
    const validate = this.#validators.get(pointer) ?? this.#ajv.compile({ $ref: `api#${pointer}` });
    this.#validators.set(pointer, validate);
    if (validate(json)) return undefined;
    return `${method} ${path} ${status}: ${this.#ajv.errorsText(validate.errors)}`;
  };

  #pointer(method: string, path: string, status: number): string | undefined {
    const { paths } = this.#document;
    const operation = method.toLowerCase();
    const template = this.#templates.find(
      (each) => each.pattern.test(path) && paths[each.template]?.[operation] !== undefined,
    )?.template;
    // Paths and methods without an operation get an error.
    if (template === undefined) return '/components/schemas/Error';
    const content = paths[template]?.[operation]?.responses[status]?.content?.['application/json'];
    if (content === undefined) return undefined;
    const reference = (content as { readonly schema?: Json }).schema?.['$ref'];
    // Hundreds of responses have the same few shapes, and compiling one takes longer than checking many responses.
    if (typeof reference === 'string') return reference.slice(1);
    const parts = ['paths', template, operation, 'responses', String(status), 'content', 'application/json'];
    return `/${[...parts, 'schema'].map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
  }
}

/** Times have exactly three decimals and end with `Z`. */
const FORMATS = { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ };

/** A path of the document as a pattern for real paths. */
interface PathTemplate {
  readonly template: string;
  readonly pattern: RegExp;
}

/** The most specific templates come first. */
function pathTemplates(document: ApiDocument): readonly PathTemplate[] {
  const templates = Object.keys(document.paths).sort((a, b) => literalLength(b) - literalLength(a));
  return templates.map((template) => {
    const form = template
      .replaceAll('.', '[.]')
      .replace('{path}', '.*')
      .replaceAll(/\{\w+\}/g, '[^/]+');
    return { template, pattern: new RegExp(`^${form}$`) };
  });
}

function literalLength(template: string): number {
  return template.replace(/\{.*$/, '').length;
}

/** A field without a description is a defect of the document. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, closed(member)]));
  const isOpenObject =
    members['type'] === 'object' && 'properties' in members && !('additionalProperties' in members);
  return isOpenObject ? { ...members, additionalProperties: false } : members;
}
