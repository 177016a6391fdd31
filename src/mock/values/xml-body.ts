/** An XML document that XPath assertions find their values in: plain paths of elements, ending in an attribute or not. */
import { textOf } from '../../evaluation/values/json.js';
import { MAX_SAMPLE_SIZE, SAMPLE } from '../sampling/made-up.js';
import { sampleValues } from './sample-value.js';
import { bestMatch, type Constraint } from './constraint.js';

class Element {
  readonly attributes = new Map<string, string>();
  /** By name, in the order of the document. */
  readonly children = new Map<string, Element[]>();
  text: string | undefined;

  /** The nth child of that name, from 1. */
  child(name: string, place: number): Element {
    const same = this.children.get(name) ?? [];
    this.children.set(name, same);
    while (same.length < place) same.push(new Element());
    return same[place - 1] as Element;
  }
}

/** Undefined when no assertion is of that kind. */
export async function xmlFor(constraints: readonly Constraint[]): Promise<string | undefined> {
  const asked = new Map<string, { readonly path: XmlPath; readonly constraints: Constraint[] }>();
  for (const constraint of constraints) {
    if (constraint.subject.kind !== 'xpath' || WITHOUT.has(constraint.operator)) continue;
    const path = readXmlPath(constraint.subject.expression);
    if (!path) continue;
    const known = asked.get(constraint.subject.expression) ?? { path, constraints: [] };
    known.constraints.push(constraint);
    asked.set(constraint.subject.expression, known);
  }
  if (asked.size === 0) return undefined;
  const root = [...asked.values()].find(({ path }) => path.isAbsolute)?.path.steps[0]?.name ?? 'document';
  const top = new Element();
  for (const { path, constraints: own } of asked.values()) {
    const value = await bestMatch(candidates(own), own);
    place(top.child(root, 1), path, root, value);
  }
  const prefixes = [
    ...new Set([...asked.keys()].flatMap((path) => path.match(/[A-Za-z_][\w.-]*(?=:)/g) ?? [])),
  ];
  const bound = prefixes.map((prefix) => ` xmlns:${prefix}="urn:${prefix}"`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, top.child(root, 1), '', bound)}`;
}

/** They hold when there is nothing. */
const WITHOUT: ReadonlySet<string> = new Set(['notExists', 'notEquals', 'notIn']);

/** Texts first: that is what an element has. */
function* candidates(constraints: readonly Constraint[]): Generator {
  for (const value of sampleValues(constraints)) if (typeof value !== 'object') yield textOf(value);
  yield* sampleValues(constraints);
}

interface XmlStep {
  readonly name: string;
  readonly place: number;
}

interface XmlPath {
  readonly steps: readonly XmlStep[];
  readonly attribute: string | undefined;
  readonly isAbsolute: boolean;
  readonly isCount: boolean;
}

const NAME = '[\\p{L}_][\\p{L}\\p{N}_.-]*(?::[\\p{L}_][\\p{L}\\p{N}_.-]*)?';
const PATH = new RegExp(
  `^(//?)(${NAME}(?:\\[\\d{1,3}\\])?(?:/${NAME}(?:\\[\\d{1,3}\\])?)*)(?:/(?:@(${NAME})|text\\(\\)))?$`,
  'u',
);
const CALL = /^(string|normalize-space|number|count)\((.*)\)$/s;

/** Undefined for paths that say more than where something is. */
function readXmlPath(expression: string): XmlPath | undefined {
  const text = expression.trim();
  const [, called, inner] = CALL.exec(text) ?? [];
  const [, start, names, attribute] = PATH.exec(inner?.trim() ?? text) ?? [];
  if (names === undefined || (called === 'count' && attribute !== undefined)) return undefined;
  const steps = names.split('/').map((step) => {
    const [, name = '', place = '1'] = /^([^[]*)(?:\[(\d+)\])?$/.exec(step) ?? [];
    return { name, place: Number(place) };
  });
  if (steps.some(({ place: at }) => at < 1 || at > MAX_SAMPLE_SIZE)) return undefined;
  return { steps, attribute, isAbsolute: start === '/', isCount: called === 'count' };
}

/** A path that may begin anywhere begins below the root, unless it names it. */
function place(
  root: Element,
  { steps, attribute, isAbsolute, isCount }: XmlPath,
  name: string,
  value: unknown,
): void {
  const [first, ...rest] = steps;
  if (isAbsolute && first?.name !== name) return;
  let element = root;
  const below = isAbsolute || first?.name === name ? rest : steps;
  for (const step of below.slice(0, -1)) element = element.child(step.name, step.place);
  const last = below.at(-1);
  if (last) {
    const count = isCount ? Number(value) : last.place;
    if (!Number.isInteger(count) || count < 1 || count > MAX_SAMPLE_SIZE) return;
    element = element.child(last.name, count);
    if (isCount) return;
  }
  if (attribute !== undefined) element.attributes.set(attribute, textOf(value));
  else element.text ??= textOf(value);
}

function written(name: string, element: Element, indent: string, more = ''): string {
  const attributes = [...element.attributes].map(([key, value]) => ` ${key}="${escaped(value)}"`).join('');
  const open = `${indent}<${name}${more}${attributes}`;
  if (element.children.size === 0) {
    const { text } = element;
    return text === '' ? `${open}/>` : `${open}>${escaped(text ?? SAMPLE)}</${name}>`;
  }
  const lines = [...element.children].flatMap(([key, same]) =>
    same.map((child) => written(key, child, `${indent}  `)),
  );
  return `${open}>\n${lines.join('\n')}\n${indent}</${name}>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
