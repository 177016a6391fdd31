/** What expressions of test scripts stand for: parts of the answer, and literals. */

/** Names that the script gave to the parsed body. */
export type BodyNames = ReadonlySet<string>;

const BODY =
  /^(?:pm\.response\.json\(\)|JSON\.parse\((?:responseBody|pm\.response\.text\(\))\)|([A-Za-z_$][\w$]*))(?=[.?[]|$)/;
const STEP = /(?:\?\.|\.)([A-Za-z_$][\w$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\]/y;

/** The subject of an assertion; undefined for anything that is no part of the answer. */
export function subjectOf(expression: string, names: BodyNames): string | undefined {
  const text = expression.trim();
  if (/^(?:pm\.response\.code|responseCode\.code)$/.test(text)) return 'status';
  if (/^(?:pm\.response\.responseTime|responseTime)$/.test(text)) return 'duration';
  if (/^(?:pm\.response\.text\(\)|responseBody)$/.test(text)) return 'body';
  const header = /^(?:pm\.response\.headers\.get|postman\.getResponseHeader)\((.+)\)$/.exec(text)?.[1];
  if (header !== undefined) {
    const name = literalOf(header)?.value;
    return typeof name === 'string' && /^[\w-]+$/.test(name) ? `header ${name}` : undefined;
  }
  return bodySubject(text, names);
}

function bodySubject(text: string, names: BodyNames): string | undefined {
  const start = BODY.exec(text);
  if (start === null || (start[1] !== undefined && !names.has(start[1]))) return undefined;
  let subject = 'body';
  for (STEP.lastIndex = start[0].length; STEP.lastIndex < text.length;) {
    const step = STEP.exec(text);
    if (step === null) return undefined;
    const [, name, index, quoted] = step;
    if (index !== undefined) subject += `[${index}]`;
    else subject += memberStep(name ?? literalOf(quoted ?? '')?.value);
  }
  return subject;
}

export function memberStep(name: unknown): string {
  return /^[A-Za-z_][\w-]*$/.test(String(name)) ? `.${String(name)}` : `[${JSON.stringify(name)}]`;
}

export interface Literal {
  readonly value: string | number | boolean | null;
}

/** Numbers, texts without placeholders, `true`, `false`, `null`. */
export function literalOf(expression: string): Literal | undefined {
  const text = expression.trim();
  if (text === 'true' || text === 'false') return { value: text === 'true' };
  if (text === 'null' || text === 'undefined') return { value: null };
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(text)) return { value: Number(text) };
  if (!/^(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')$/.test(text) || text.includes('{{')) return undefined;
  try {
    const inner = text
      .slice(1, -1)
      .replace(/\\'/g, "'")
      .replace(/(^|[^\\])"/g, '$1\\"');
    return { value: JSON.parse(`"${text.startsWith('"') ? text.slice(1, -1) : inner}"`) as string };
  } catch {
    return undefined;
  }
}
