/** Assertions and captures for parts of a response that somebody has seen. */
import { toJson } from '../primitives/json/json-writer.js';
import { bodyPathText, type BodyPathPart } from './print/body-path-text.js';
import { captureSource } from './print/print-value.js';
import { literalText } from './write-safely.js';

/** A part of a response. */
export type ResponsePart =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'header'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'body';
      readonly path: readonly BodyPathPart[];
      /** The JSON text of the value, in which numbers are as they were received; left out if it is long. */
      readonly json?: string;
      /** How many members or characters the value has. */
      readonly length: number;
      readonly type: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
    };

/** A larger list or object is not compared member by member. */
const MAX_VALUE_LENGTH = 500;

/** The text of `expect`: the part equals what it was, as far as that fits on a line. */
export function assertionFor(part: ResponsePart): string {
  const subject = subjectOf(part);
  switch (part.kind) {
    case 'status':
      return `expect ${subject} == ${part.status}`;
    case 'header':
      // Several headers of one name are joined by line ends, and no response has that as a value.
      return part.value.includes('\n')
        ? `expect ${subject} exists`
        : `expect ${subject} == ${expectedText(JSON.stringify(part.value))}`;
    case 'body':
      return `expect ${subject} ${expectedValue(part)}`;
  }
}

/** The text of a capture, with a name that is taken from the part. */
export function captureFor(part: ResponsePart, taken: readonly string[]): string {
  const name = nameOf(part);
  let free = name;
  for (let number = 2; taken.includes(free); number++) free = `${name}_${number}`;
  return `${free} from ${subjectOf(part)}`;
}

function subjectOf(part: ResponsePart): string {
  if (part.kind === 'body') return bodyPathText(part.path);
  return part.kind === 'status' ? 'status' : captureSource({ source: 'header', path: part.name });
}

function nameOf(part: ResponsePart): string {
  const written =
    part.kind === 'body'
      ? (part.path.findLast((each) => typeof each === 'string') ?? 'value')
      : part.kind === 'header'
        ? part.name
        : 'status';
  const name = written.replaceAll(/[^A-Za-z0-9_-]+/g, '_').slice(0, 60);
  return /^[A-Za-z_]/.test(name) ? name : `value_${name}`.replace(/_$/, '');
}

function expectedValue({ json, length, type }: Extract<ResponsePart, { kind: 'body' }>): string {
  const written = json === undefined ? undefined : expectedText(json);
  const isWhole = type !== 'object' && type !== 'array';
  if (written !== undefined && (isWhole || written.length <= MAX_VALUE_LENGTH)) return `== ${written}`;
  return type === 'object' ? 'type object' : `length ${length}`;
}

const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|\s+/g;

/** The JSON on one line, in which no text is taken for a placeholder. */
function expectedText(json: string): string {
  return json.replaceAll(TOKEN, (token, colon: string | undefined) => {
    if (!token.startsWith('"')) return '';
    // Names of members are never placeholders.
    if (colon !== undefined) return toJson(JSON.parse(token.slice(0, -colon.length))) + ':';
    const text = JSON.parse(token) as string;
    return toJson(literalText(text));
  });
}
