/** Derives assertions from the documented responses. */
import { pointerStep } from '../../primitives/json-pointer.js';
import { list, mapping } from '../../documents/plain-data.js';
import type { Assertion } from '../../request-file/model/model.js';
import { headerContains, statusEquals, statusRange } from '../imported-assertions.js';
import { isJsonMedia } from '../../documents/operation-media.js';
import { usualCode } from '../../documents/operation-responses.js';
import type { OperationContext } from './operation-context.js';

export interface ExpectedResponse {
  readonly assertions: readonly Assertion[];
  readonly noRedirect: boolean;
}

export function deriveExpectedResponse(context: OperationContext): ExpectedResponse {
  const { operation } = context.found;
  const responses = mapping(operation['responses']) ?? {};
  const codes = Object.keys(responses).filter((code) => !code.startsWith('x-'));
  for (const code of codes) loseLinks(code, responses[code], context);
  const code = usualCode(codes);
  if (code === undefined) return { assertions: [statusEquals(200)], noRedirect: false };
  const digit = Number(code[0]);
  const status = /\d{3}/.test(code)
    ? [statusEquals(Number(code))]
    : statusRange(digit * 100, digit * 100 + 100);
  const json = jsonTypeOf(responses[code], context);
  return {
    assertions: json === undefined ? status : [...status, headerContains('Content-Type', json)],
    noRedirect: digit === 3,
  };
}

function loseLinks(code: string, response: unknown, context: OperationContext): void {
  const written = mapping(response);
  if (written?.['$ref'] === undefined && written?.['links'] === undefined) return;
  const below = `/responses${pointerStep(code)}`;
  const { value } = context.resolveMapping(response, context.found.home, below);
  const links = Object.keys(mapping(value['links']) ?? {});
  if (links.length > 0) context.lose(`${below}/links`, 'links have no counterpart');
}

/** The JSON media type of a response, without parameters. */
function jsonTypeOf(response: unknown, context: OperationContext): string | undefined {
  const {
    found: { operation, home },
    api,
  } = context;
  const { value } = context.resolveMapping(response, home, '/responses');
  const types =
    api.version === '3.x'
      ? Object.keys(mapping(value['content']) ?? {})
      : value['schema'] === undefined
        ? []
        : list(operation['produces'] ?? api.root['produces']);
  const json = types.find((type) => typeof type === 'string' && isJsonMedia(type));
  return typeof json === 'string' ? json.split(';', 1)[0]?.trim() : undefined;
}
