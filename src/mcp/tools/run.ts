import { Type } from '../../primitives/shapes/type.js';
import { defineTool, type Tool } from '../call/tool.js';
import type { RunPermission } from '../call/run-permission.js';
import { closedObject, optionalText, someText } from '../protocol/argument-types.js';
import { ToolFailure } from '../protocol/tool-failure.js';
import type { KeptRun } from '../runs/kept-run.js';
import type { KeptRuns } from '../runs/kept-runs.js';

const RUN_INPUT = closedObject({
  files: Type.Array(someText(1024, 'A request file or a folder of the workspace, as a relative path.'), {
    minItems: 1,
    maxItems: 50,
    description: 'Request files and folders of the workspace to run, in this order.',
  }),
  names: textList(50, 256, 'Only requests with one of these names run; * and ? are wildcards.'),
  tags: textList(20, 64, 'Only requests with one of these tags run.'),
  exclude_tags: textList(20, 64, 'Requests with one of these tags do not run.'),
  environment: optionalText(128, 'The environment to use; by default that of the config, or dev.'),
  bail: flag('True sends nothing more after the first failure.'),
  parallel: flag('True sends requests that do not depend on each other at the same time.'),
  dry_run: flag('True only tells what would run; nothing is sent.'),
  timeout_s: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3600,
      description: 'Seconds after which the run ends and the rest is skipped.',
    }),
  ),
});

function textList(maxItems: number, maxLength: number, description: string) {
  return Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength }), { maxItems, description }));
}

function flag(description: string) {
  return Type.Optional(Type.Boolean({ default: false, description }));
}

/** The code of the runner is loaded with the first call. */
export function createRunTool(permission: RunPermission, runs: KeptRuns): Tool {
  return defineTool({
    name: 'svc_run',
    title: 'Run saved requests',
    description:
      'Runs saved requests with their assertions and captures, and tells what passed and failed. The first word is the ' +
      'verdict: PASSED, FAILED, ERROR (no failed request got a response), CANCELLED or TIMED_OUT; failed tests are a ' +
      'result, not an error of this tool. Find requests with svc_list_requests, see with dry_run what would be sent, ' +
      'and after a failure use svc_explain. To look at one response, use svc_fetch instead. Only hosts that the ' +
      'operator permits are reached; hooks, shell commands and databases never run.',
    annotations: {
      readOnlyHint: false,
      destructiveHint: permission.methods !== 'safe',
      idempotentHint: false,
      openWorldHint: true,
    },
    inputSchema: RUN_INPUT,
    limit: { bucket: 30, perSecond: 0.5, running: 2 },
    read: ({ files, names = [], tags = [], exclude_tags = [], environment, timeout_s, ...rest }) => ({
      files,
      names,
      tags,
      excludeTags: exclude_tags,
      environment,
      bail: rest.bail ?? false,
      parallel: rest.parallel ?? false,
      dryRun: rest.dry_run ?? false,
      timeoutMs: timeout_s === undefined ? undefined : timeout_s * 1000,
    }),
    prepare: async (input, { settings }) => {
      const { prepareRun } = await import('../runs/prepare-run.js');
      return prepareRun(input, settings, permission);
    },
    run: async (prepared, { signal, onProgress, note }) => {
      const { input, total } = prepared;
      if (input.dryRun) {
        const { planText } = await import('../runs/plan-text.js');
        const { environmentName: environment } = prepared.request.options;
        return { text: planText(prepared), meta: { 'svc/run': { verdict: 'plan', total, environment } } };
      }
      const timeoutMs = Math.min(input.timeoutMs ?? Infinity, permission.timeoutMs);
      const { performRun } = await import('../runs/perform-run.js');
      const run = await runs.perform((id) => performRun(prepared, { id, signal, onProgress, timeoutMs }));
      note({ run: run.id, verdict: run.verdict, results: run.results.length });
      // The client no longer waits, but it can read what ran by the id of the run.
      if (run.verdict === 'cancelled') throw new ToolFailure('cancelled', 'the call was cancelled');
      const { runText } = await import('../runs/run-text.js');
      return { text: runText(run), meta: { 'svc/run': numbersOf(run) } };
    },
  });
}

function numbersOf(run: KeptRun): Readonly<Record<string, unknown>> {
  const { id, verdict, passed, failed, skipped, results, durationMs, environment } = run;
  const total = results.length;
  return { run: id, verdict, passed, failed, skipped, total, duration_ms: durationMs, environment };
}
