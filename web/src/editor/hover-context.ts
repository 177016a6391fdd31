/** What hovering in the editor is told from: the outline of the text and the active environment. */
import type { HoverContext } from '../../../src/authoring/hover/hover-context.js';
import { ABSENT } from '../../../src/evaluation/values/absent.js';
import { valueAtPath } from '../../../src/evaluation/values/body-path.js';
import type { Outline } from '../language/messages.js';

/** The active environment at the moment. */
export interface EditorValues {
  readonly environment: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Names that environment files of other clients give; only a run has their values. */
  readonly clientVariables: readonly string[];
}

export function hoverContext(
  { requests, variables }: Pick<Outline, 'requests' | 'variables'>,
  values: EditorValues,
): HoverContext {
  return {
    requests: requests.map(({ captures, ...request }) => ({
      ...request,
      captures: captures.map((name) => ({ name })),
    })),
    variables,
    environment: { name: values.environment, variables: values.variables },
    secrets: [],
    clientVariables: values.clientVariables,
    valueAt: (value, steps) => {
      const found = valueAtPath(value, steps);
      return found === ABSENT ? undefined : found;
    },
  };
}
