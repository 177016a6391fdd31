/** Creates an XML document for XPath assertions with plain element paths that may end in an attribute. */
import { textOf } from '../../evaluation/values/json.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import { escapeXml } from '../../primitives/text/escape-xml.js';
import { MAX_SAMPLE_SIZE, SAMPLE } from '../sampling/made-up.js';
import { sampleValues } from './sample-value.js';
import { HOLDS_WITHOUT_VALUE, bestMatch, type Constraint } from './constraint.js';

class Element {
  readonly attributes = new Map<string, string>();
  /** By name, in document order. */
  readonly children = new Map<string, Element[]>();
  text: string | undefined;

  /** The first child of that name with the attribute, or one that does not have it yet. */
  childWith(name: string, attribute: string, value: string): Element {
    const same = getOrAdd(this.children, name, () => []);
    const found =
      same.find(({ attributes }) => attributes.get(attribute) === value) ??
      same.find(({ attributes }) => !attributes.has(attribute)) ??
      this.child(name, same.length + 1);
    found.attributes.set(attribute, value);
    return found;
  }

  /** The nth child of that name, counted from 1. */
  child(name: string, place: number): Element {
    const same = getOrAdd(this.children, name, () => []);
    while (same.length < place) same.push(new Element());
    return same[place - 1] as Element;
  }
}

/** Undefined when there is no such assertion. */
export async function createXmlBody(constraints: readonly Constraint[]): Promise<string | undefined> {
  const assertedPaths = new Map<string, { readonly path: XmlPath; readonly constraints: Constraint[] }>();
  for (const constraint of constraints) {
    if (constraint.subject.kind !== 'xpath' || HOLDS_WITHOUT_VALUE.has(constraint.operator)) continue;
    const path = readXmlPath(constraint.subject.expression);
    if (!path) continue;
    const { expression } = constraint.subject;
    getOrAdd(assertedPaths, expression, () => ({ path, constraints: [] })).constraints.push(constraint);
  }
  if (assertedPaths.size === 0) return undefined;
  const root =
    [...assertedPaths.values()].find(({ path }) => path.isAbsolute)?.path.steps[0]?.name ?? 'document';
  const top = new Element();
  for (const { path, constraints: own } of assertedPaths.values()) {
    const value = await bestMatch(candidates(own), own);
    place(top.child(root, 1), path, root, value);
  }
  const prefixes = [
    ...new Set([...assertedPaths.keys()].flatMap((path) => path.match(/[A-Za-z_][\w.-]*(?=:)/g) ?? [])),
  ];
  const bound = prefixes.map((prefix) => ` xmlns:${prefix}="urn:${prefix}"`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${serialize(root, top.child(root, 1), '', bound)}`;
}

/** Strings first, since the content of an element is text. */
function* candidates(constraints: readonly Constraint[]): Generator {
  for (const value of sampleValues(constraints)) if (typeof value !== 'object') yield textOf(value);
  yield* sampleValues(constraints);
}

interface XmlStep {
  readonly name: string;
  readonly place: number;
  /** The attribute that chooses the element instead of its place. */
  readonly chosenBy: readonly [attribute: string, value: string] | undefined;
}

interface XmlPath {
  readonly steps: readonly XmlStep[];
  readonly attribute: string | undefined;
  readonly isAbsolute: boolean;
  readonly isCount: boolean;
}

const NAME = '[\\p{L}_][\\p{L}\\p{N}_.-]*(?::[\\p{L}_][\\p{L}\\p{N}_.-]*)?';
const PREDICATE = `\\[(?:\\d{1,3}|@${NAME}=(?:\\d+|"[^"/]*"|'[^'/]*'))\\]`;
const STEP = `${NAME}(?:${PREDICATE})?`;
const PATH = new RegExp(`^(//?)(${STEP}(?:/${STEP})*)(?:/(?:@(${NAME})|text\\(\\)))?$`, 'u');
const CALL = /^(string|normalize-space|number|count)\((.*)\)$/s;

/** Undefined for expressions other than plain paths. */
function readXmlPath(expression: string): XmlPath | undefined {
  const text = expression.trim();
  const [, called, inner] = CALL.exec(text) ?? [];
  const [, start, names, attribute] = PATH.exec(inner?.trim() ?? text) ?? [];
  if (names === undefined || (called === 'count' && attribute !== undefined)) return undefined;
  const steps = names.split('/').map((step) => {
    const [, name = '', place = '1', attribute, value = ''] =
      /^([^[]*)(?:\[(?:(\d+)|@([^=]*)=["']?([^"']*)["']?)\])?$/.exec(step) ?? [];
    const chosenBy = attribute === undefined ? undefined : ([attribute, value] as const);
    return { name, place: Number(place), chosenBy };
  });
  if (steps.some(({ place: at }) => at < 1 || at > MAX_SAMPLE_SIZE)) return undefined;
  return { steps, attribute, isAbsolute: start === '/', isCount: called === 'count' };
}

/** A path that may start anywhere starts below the root, unless it names the root. */
function place(
  root: Element,
  { steps, attribute, isAbsolute, isCount }: XmlPath,
  name: string,
  value: unknown,
): void {
  const [first, ...rest] = steps;
  if (isAbsolute && first?.name !== name) return;
  let element = root;
  if (first?.chosenBy && first.name === name && !root.attributes.has(first.chosenBy[0])) {
    root.attributes.set(...first.chosenBy);
  }
  const below = isAbsolute || first?.name === name ? rest : steps;
  for (const step of below.slice(0, -1)) element = stepTo(element, step);
  const last = below.at(-1);
  if (last && isCount) {
    const count = Number(value);
    if (Number.isInteger(count) && count >= 1 && count <= MAX_SAMPLE_SIZE) element.child(last.name, count);
    return;
  }
  if (last) element = stepTo(element, last);
  if (attribute !== undefined) element.attributes.set(attribute, textOf(value));
  else element.text ??= textOf(value);
}

function stepTo(element: Element, { name, place: at, chosenBy }: XmlStep): Element {
  return chosenBy ? element.childWith(name, ...chosenBy) : element.child(name, at);
}

function serialize(name: string, element: Element, indent: string, more = ''): string {
  const attributes = [...element.attributes].map(([key, value]) => ` ${key}="${escapeXml(value)}"`).join('');
  const open = `${indent}<${name}${more}${attributes}`;
  if (element.children.size === 0) {
    const { text } = element;
    return text === '' ? `${open}/>` : `${open}>${escapeXml(text ?? SAMPLE)}</${name}>`;
  }
  const lines = [...element.children].flatMap(([key, same]) =>
    same.map((child) => serialize(key, child, `${indent}  `)),
  );
  return `${open}>\n${lines.join('\n')}\n${indent}</${name}>`;
}
