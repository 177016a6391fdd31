import { CaptureStore } from '../../../src/evaluation/variables/captures.js';
import type { Scope } from '../../../src/evaluation/variables/scope.js';
import { parseText } from '../../../src/request-file/parse-file.js';
import { createDefaultHeaders } from '../../../src/runner/prepare/default-headers.js';
import { prepareRequest, type PreparedRequest } from '../../../src/runner/prepare/prepare-request.js';
import { testScope } from './evaluation.js';

type Values = Readonly<Record<string, unknown>>;

/** A scope in which the values are captures. */
export function scopeOf(values: Values): Scope {
  const captures = new CaptureStore();
  for (const [name, value] of Object.entries(values)) captures.set('', name, value);
  return testScope({ captures });
}

/** Prepares the first request of a text without errors. */
export function prepareText(
  text: string,
  values: Values = {},
  headers: Readonly<Record<string, string>> = {},
): PreparedRequest {
  const { requests, diagnostics } = parseText(text, 'a.http');
  const [request] = requests;
  if (!request || diagnostics.some(({ severity }) => severity === 'error'))
    throw new Error(JSON.stringify(diagnostics));
  return prepareRequest(request, scopeOf(values), createDefaultHeaders(headers));
}
