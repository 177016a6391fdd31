/** What a good answer looks like (cli.md 10.2, assertions). */
import type { ApiOperation, ApiVersion } from '../../documents/api-operations.js';
import { entries, list, mapping, pointerStep } from '../../documents/plain-data.js';
import type { Assertion } from '../../request-file/model/model.js';
import { headerContains, statusEquals, statusRange } from '../imported-assertions.js';
import { isJsonType } from './media-types.js';
import type { OperationContext } from './operation-reading.js';

export interface ExpectedResponse {
  readonly assertions: readonly Assertion[];
  readonly noRedirect: boolean;
}

export function expectedResponse(
  found: ApiOperation,
  version: ApiVersion,
  reading: OperationContext,
): ExpectedResponse {
  const responses = entries(found.operation['responses']);
  for (const [code, response] of responses) {
    const { value } = reading.mappingAt(response, found.home, `/responses${pointerStep(code)}`);
    const links = Object.keys(mapping(value['links']) ?? {});
    if (links.length > 0) reading.lose(`/responses${pointerStep(code)}/links`, 'links have no counterpart');
  }
  const code = bestCode(responses.map(([name]) => name));
  if (code === undefined) return { assertions: [statusEquals(200)], noRedirect: false };
  const digit = Number(code[0]);
  const status = /\d{3}/.test(code)
    ? [statusEquals(Number(code))]
    : statusRange(digit * 100, digit * 100 + 100);
  const response = responses.find(([name]) => name === code)?.[1];
  const json = jsonTypeOf(response, found, version, reading);
  return {
    assertions: json === undefined ? status : [...status, headerContains('Content-Type', json)],
    noRedirect: digit === 3,
  };
}

/** The lowest 2xx, else `2XX`, else the lowest 3xx, else `3XX`. */
function bestCode(codes: readonly string[]): string | undefined {
  for (const pattern of [/^2\d\d$/, /^2XX$/i, /^3\d\d$/, /^3XX$/i]) {
    const [first] = codes.filter((code) => pattern.test(code)).toSorted();
    if (first !== undefined) return first;
  }
  return undefined;
}

/** The JSON media type of an answer, without its parameters. */
function jsonTypeOf(
  response: unknown,
  { operation, home }: ApiOperation,
  version: ApiVersion,
  reading: OperationContext,
): string | undefined {
  const { value } = reading.mappingAt(response, home, '/responses');
  const types =
    version === '3.x'
      ? Object.keys(mapping(value['content']) ?? {})
      : value['schema'] === undefined
        ? []
        : list(operation['produces'] ?? reading.root['produces']);
  const found = types.find((type) => typeof type === 'string' && isJsonType(type));
  return typeof found === 'string' ? found.split(';', 1)[0]?.trim() : undefined;
}
