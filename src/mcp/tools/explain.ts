import { toJson } from '../../primitives/json/json-writer.js';
import { checkFile } from '../call/checked-file.js';
import { defineTool, type Tool, type ToolOutput } from '../call/tool.js';
import { closedObject, optionalText } from '../protocol/argument-types.js';
import { invalidArgument } from '../protocol/tool-failure.js';
import type { KeptRuns } from '../runs/kept-runs.js';
import { optionalNumber, optionalRunId } from './run-arguments.js';

type Explained =
  | { readonly file: string }
  /** The number is checked when the run is there, since the message names its range. */
  | { readonly run: string; readonly request: number | undefined };

/** The code that explains is loaded with the first call. */
export function createExplainTool(runs: KeptRuns): Tool {
  return defineTool({
    name: 'svc_explain',
    title: 'Explain findings and failures',
    description:
      'With file: every finding of a request file with why it is one, what to do, and the edits that mend it. With run ' +
      'and request: why that request failed, what the response has instead, where its values come from, and a curl ' +
      'command. Use it right after svc_run or svc_validate reports a problem. Changes no file and sends nothing.',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    inputSchema: closedObject({
      file: optionalText(
        1024,
        'A request file (.http, .spec) of the workspace, as a relative path; give either file or run.',
      ),
      run: optionalRunId(),
      request: optionalNumber('With run: the number after # in the result of svc_run.'),
    }),
    limit: { bucket: 600, perSecond: 50, running: 4 },
    read: ({ file, run, request }): Explained => {
      if ((file === undefined) === (run === undefined))
        throw invalidArgument('provide exactly one of file and run');
      if (run !== undefined) return { run, request };
      if (request !== undefined) throw invalidArgument('request cannot be combined with file');
      return { file: file ?? '' };
    },
    run: async (input, { settings }) => {
      if ('file' in input) {
        const { explainFile } = await import('../runs/explain-file.js');
        return compactOutput(await explainFile(await checkFile(input.file, settings.workspace)));
      }
      const run = runs.find(input.run);
      const { rangeOf, resultAt } = await import('../runs/result-part.js');
      if (input.request === undefined)
        throw invalidArgument(`request: is needed with run; give a number ${rangeOf(run)}`);
      const { explainResult } = await import('../runs/explain-result.js');
      return compactOutput(explainResult(run, resultAt(run, input.request)));
    },
  });
}

function compactOutput(structured: Readonly<Record<string, unknown>>): ToolOutput {
  return { text: toJson(structured), structured };
}
