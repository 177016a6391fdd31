/** The values of responses that captures and later requests read: a mock has to give them too. */
import { captureSubject } from '../evaluation/take-capture.js';
import { getOrAdd } from '../primitives/get-or-add.js';
import { samplePattern } from '../evaluation/json-schema/sample/sample-pattern.js';
import { cutPattern, type Subject } from '../request-file/expressions/parse-subject.js';
import { allCaptures, isCurrentResponse } from '../request-file/model/all-checks.js';
import type { Capture, FileVariable, Request } from '../request-file/model/model.js';
import { interpolatedTexts } from '../request-file/model/references.js';
import { variablesIn } from '../request-file/text/template.js';
import type { AddressRole } from './routing/route-path.js';
import type { GivenValue } from './state/planned-request.js';
import { SAMPLE } from './sampling/made-up.js';
import { MOCK_HOST } from './values/slot-text.js';

export interface NeededValue {
  readonly subject: Subject;
  /** Values that fit the place where it is used, the best first. */
  readonly preferred: readonly string[];
}

/** A captured address has to lead back to the mock. */
const BY_ROLE: Readonly<Record<AddressRole, string>> = {
  origin: `http://${MOCK_HOST}`,
  host: MOCK_HOST,
  path: '/',
};

export class NeededValues {
  readonly #roles = new Map<string, AddressRole>();
  /** The parts of responses that placeholders name, by the name of the request and of the placeholder. */
  readonly #parts = new Map<string, Map<string, Subject>>();

  /** Notes what a request reads from other responses; `roles` are those of the placeholders in its URL. */
  addRequest(request: Request, roles: ReadonlyMap<string, AddressRole>): void {
    for (const [name, role] of roles) this.#roles.set(name, role);
    for (const text of interpolatedTexts(request)) this.#addText(text);
  }

  /** Notes what variables of a file read from responses. */
  addVariables(variables: readonly FileVariable[]): void {
    for (const { value } of variables) this.#addText(value);
  }

  of(request: Request): readonly NeededValue[] {
    const { name } = request;
    const captured = allCaptures(request).flatMap((capture) => {
      const role = this.#roles.get(`${name}.${capture.name}`) ?? this.#roles.get(capture.name);
      return captureSubjects(capture).map((subject) => {
        const preferred = [...matching(capture), ...preferredFor(role), ...ownSample(subject, capture.name)];
        return { subject, preferred };
      });
    });
    const parts = [...(this.#parts.get(name) ?? [])].map(([placeholder, subject]) => {
      return { subject, preferred: preferredFor(this.#roles.get(placeholder)) };
    });
    return [...captured, ...parts];
  }

  /** What is read from a response, and the placeholders that stand for it. */
  given(request: Request): readonly GivenValue[] {
    const { name } = request;
    const captured = allCaptures(request).flatMap((capture) =>
      captureSubjects(capture).map((subject) => {
        return { names: [`${name}.${capture.name}`, capture.name], subject };
      }),
    );
    const parts = [...(this.#parts.get(name) ?? [])].map(([placeholder, subject]) => {
      return { names: [placeholder], subject };
    });
    return [...captured, ...parts];
  }

  #addText(text: string): void {
    if (text.includes(RESPONSE)) for (const name of variablesIn(text)) this.#addPart(name);
  }

  #addPart(placeholder: string): void {
    const at = placeholder.indexOf(RESPONSE);
    const subject = at > 0 ? partSubject(placeholder.slice(at + RESPONSE.length)) : undefined;
    if (!subject) return;
    getOrAdd(this.#parts, placeholder.slice(0, at), () => new Map<string, Subject>()).set(
      placeholder,
      subject,
    );
  }
}

/** The first source of a capture; of a template, the parts of the response that it names. */
function captureSubjects(capture: Capture): readonly Subject[] {
  const { source, path } = capture;
  if (source === 'variable') return [];
  if (source !== 'text') return [captureSubject(capture, source)];
  return [...variablesIn(path)].flatMap((name) =>
    isCurrentResponse(name) ? (partSubject(name.slice('response.'.length)) ?? []) : [],
  );
}

/** A text that the pattern of the capture finds. */
function matching({ match }: Capture): readonly string[] {
  const text = match === undefined ? undefined : samplePattern(cutPattern(match).source);
  return text === undefined ? [] : [text];
}

const RESPONSE = '.response.';

function preferredFor(role: AddressRole | undefined): readonly string[] {
  return role === undefined ? [] : [BY_ROLE[role]];
}

/** Values of their own keep apart what a run compares, and what it hides because it is a secret. */
function ownSample({ kind }: Subject, name: string): readonly string[] {
  return kind === 'body' || kind === 'jsonpath' || kind === 'cookie' ? [`${SAMPLE}-${name}`] : [];
}

/** Undefined for parts that every response has. */
function partSubject(part: string): Subject | undefined {
  if (part.startsWith('headers.')) return { kind: 'header', name: part.slice('headers.'.length) };
  if (part.startsWith('body.')) return { kind: 'body', path: part.slice('body.'.length) };
  return part.startsWith('body[') ? { kind: 'body', path: part.slice('body'.length) } : undefined;
}
