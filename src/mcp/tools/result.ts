import { cutDocumentPart } from '../../web-fetch/paging.js';
import { Type } from '../../primitives/shapes/type.js';
import { defineTool, type Tool } from '../call/tool.js';
import { closedObject } from '../protocol/argument-types.js';
import type { KeptRuns } from '../runs/kept-runs.js';
import { REQUEST_PARTS, RUN_PARTS } from '../runs/part-names.js';
import { optionalNumber, runId } from './run-arguments.js';

const RESULT_INPUT = closedObject({
  run: runId(),
  request: optionalNumber(
    'The number after # in the result of svc_run; needed for request, headers, body, assertions and captures.',
  ),
  part: Type.Optional(
    Type.Enum([...RUN_PARTS, ...REQUEST_PARTS], {
      type: 'string',
      default: 'summary',
      description:
        'summary, failures or tests of the run; of one request, what was sent (request) or received (headers, body), ' +
        'its assertions or captures.',
    }),
  ),
  start_index: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      default: 0,
      description: 'Character to begin with; next_index of the part before.',
    }),
  ),
  max_chars: Type.Optional(
    Type.Integer({
      minimum: 100,
      maximum: 100_000,
      default: 4000,
      description: 'Most characters of one result.',
    }),
  ),
});

/** The code that writes parts is loaded with the first call. */
export function createResultTool(runs: KeptRuns): Tool {
  return defineTool({
    name: 'svc_result',
    title: 'Read more of a run',
    description:
      'Reads one part of a run of svc_run as text: all failures, all tests, or what one request sent and received. ' +
      'Use it when the result of svc_run was cut or a body is needed; use svc_explain to learn why a request failed. ' +
      'Long parts are read piece by piece with start_index. Sends nothing.',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    inputSchema: RESULT_INPUT,
    limit: { bucket: 600, perSecond: 50, running: 4 },
    read: ({ run, request, part = 'summary', start_index = 0, max_chars = 4000 }) => ({
      run,
      request,
      part,
      start: start_index,
      maxCharacters: max_chars,
    }),
    run: async ({ run, request, part, start, maxCharacters }) => {
      const kept = runs.find(run);
      const { partText } = await import('../runs/result-part.js');
      const { text, ...place } = cutDocumentPart(partText(kept, part, request), start, maxCharacters);
      return {
        text,
        meta: { 'svc/result': place },
        ...(place.next_index !== null && { aside: JSON.stringify(place) }),
      };
    },
  });
}
