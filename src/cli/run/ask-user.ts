/** Asks the user on the terminal: for the values of `@prompt`, and whether a request with `@note` is sent. */
import { promptsOf, type Prompt } from '../../request-file/model/client-directives.js';
import { unsupportedRequest } from '../../request-file/model/unsupported-request.js';
import type { RunPlan } from '../../runner/plan/plan.js';
import type { RunRequest } from '../../runner/plan/run-input.js';
import type { TerminalInput } from '../process/process-context.js';
import { isCi, type RunInvocation } from './read-run-flags.js';

/** The request with what the user says; unchanged where nobody can be asked, or nothing has to be. */
export async function withUserInput(
  invocation: RunInvocation,
  request: RunRequest,
  plan: RunPlan,
): Promise<RunRequest> {
  const requests = plan.files.flatMap(({ steps }) =>
    steps.flatMap(({ node: { request }, skipReason }) =>
      skipReason === '' && !unsupportedRequest(request) ? request : [],
    ),
  );
  const prompts = openPrompts(requests.flatMap(promptsOf), request);
  const hasNotes = requests.some(({ metadata }) => metadata['note'] !== undefined);
  if (prompts.length === 0 && !hasNotes) return request;
  const input = openInput(invocation);
  if (input === undefined) return request;
  const { stderr } = invocation.context;
  const ask = async (question: string, isHidden: boolean): Promise<string> => {
    await stderr.write(`${question}: `);
    const typed = await readLine(input, isHidden);
    if (isHidden) await stderr.write('\n');
    return typed;
  };
  const values = new Map<string, string>();
  for (const { name, text, secret } of prompts) values.set(name, await ask(text, secret));
  const secretNames = prompts.filter(({ secret }) => secret).map(({ name }) => name);
  const { options } = request;
  return {
    ...request,
    options: {
      ...options,
      operatorVariables: { ...options.operatorVariables, ...Object.fromEntries(values) },
      secretNames: [...options.secretNames, ...secretNames],
      secretValues: [...options.secretValues, ...secretNames.map((name) => values.get(name) ?? '')],
    },
    confirm: async (text) => /^y(?:es)?$/i.test((await ask(`${text} [y/N]`, false)).trim()),
  };
}

/** Each name once, without those that the operator has given. */
function openPrompts(prompts: readonly Prompt[], { options }: RunRequest): readonly Prompt[] {
  const byName = new Map(prompts.map((prompt) => [prompt.name, prompt]));
  return [...byName.values()].filter(({ name }) => !Object.hasOwn(options.operatorVariables, name));
}

/** While a run is watched, the keys belong to the watch. */
function openInput({ flags, context }: RunInvocation): TerminalInput | undefined {
  return flags.watch || flags['dry-run'] || isCi({ flags, context })
    ? undefined
    : context.openTerminalInput();
}

const CTRL_C = '\u0003';
const BACKSPACE = /^[\b\u007f]$/;

/** Reads up to the end of the line; a hidden one is read key by key, so that the terminal shows nothing. */
function readLine(input: TerminalInput, isHidden: boolean): Promise<string> {
  if (isHidden) input.setRawMode(true);
  return new Promise((resolve) => {
    let line = '';
    const finish = (): void => {
      release();
      if (isHidden) input.setRawMode(false);
      resolve(line);
    };
    const release = input.onText((text) => {
      for (const character of text) {
        if (character === '\n' || character === '\r') return finish();
        if (character === CTRL_C) {
          line = '';
          finish();
          return input.interrupt();
        }
        line = BACKSPACE.test(character) ? line.slice(0, -1) : line + character;
      }
    });
  });
}
