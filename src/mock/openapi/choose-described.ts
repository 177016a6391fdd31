/** Chooses which of its responses an operation gives, by what the client prefers. */
import { usualCode } from '../../documents/operation-responses.js';
import { exampleNames } from '../../documents/written-examples.js';
import type { PlannedResponse } from './operation-plan.js';
import type { Preferences } from './preferences.js';

export interface ChosenResponse {
  /** Undefined when the operation describes no responses. */
  readonly response: PlannedResponse | undefined;
  readonly status: number;
  /** Of an example that the client asks for by its name. */
  readonly example?: string;
}

export type ResponseChoice = ChosenResponse | { readonly problem: string };

export function chooseDescribed(
  responses: readonly PlannedResponse[],
  { code, example }: Preferences,
): ResponseChoice {
  const chosen = code === undefined ? usualResponse(responses) : withCode(responses, code);
  if ('problem' in chosen || example === undefined) return chosen;
  const { response } = chosen;
  if (response && hasExample(response, example)) return { ...chosen, example };
  const other = code === undefined ? responses.find((each) => hasExample(each, example)) : undefined;
  if (other) return { response: other, status: statusOf(other.code), example };
  return { problem: missingExample(example, response && code !== undefined ? [response] : responses) };
}

/** The lowest 2xx, else 3xx, else `default`. A right request gets no error, also where nothing else is described. */
export function usualResponse<T extends { readonly code: string }>(
  responses: readonly T[],
): { readonly response: T | undefined; readonly status: number } {
  const codes = responses.map((response) => response.code);
  const code = usualCode(codes) ?? codes.find((each) => each === 'default');
  const response = responses.find((each) => each.code === code);
  return { response, status: response ? statusOf(response.code) : 200 };
}

function withCode(responses: readonly PlannedResponse[], wanted: string): ResponseChoice {
  const isStatus = /^[2-5]\d\d$/.test(wanted);
  const range = `${wanted.slice(0, 1)}XX`;
  const response = isStatus
    ? (responses.find(({ code }) => code === wanted) ??
      responses.find(({ code }) => code.toUpperCase() === range) ??
      responses.find(({ code }) => code === 'default'))
    : undefined;
  if (response) return { response, status: Number(wanted) };
  const codes = responses.map(({ code }) => code).join(', ');
  return {
    problem: `Prefer asks for the response ${shortened(wanted)}, the description has ${codes === '' ? 'none' : codes}`,
  };
}

/** `2XX` and `default` stand for the first status of their class. */
function statusOf(code: string): number {
  if (/^[2-5]\d\d$/.test(code)) return Number(code);
  return /^[2-5]XX$/i.test(code) ? Number(code[0]) * 100 : 200;
}

function hasExample({ media }: PlannedResponse, name: string): boolean {
  return media.some((each) => exampleNames(each).includes(name));
}

const MAX_SHOWN_NAMES = 10;
const MAX_SHOWN_LENGTH = 100;

function missingExample(wanted: string, responses: readonly PlannedResponse[]): string {
  const names = new Set(responses.flatMap(({ media }) => media.flatMap(exampleNames)));
  const shown = [...names].slice(0, MAX_SHOWN_NAMES).join(', ');
  return `Prefer asks for the example ${shortened(wanted)}, the description has ${shown === '' ? 'none with a name' : shown}`;
}

function shortened(text: string): string {
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}
