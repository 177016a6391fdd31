import { parseSync } from 'rolldown/utils';
import { rows, webRooms } from '../../.dependency-cruiser.mjs';

export interface SourceFile {
  /** Relative to the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const mostLines = 300;
const mostFunctionLines = 59;
const emptyWords = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc']);

/** What is wrong with one source file, as sentences; nothing when it keeps the rules. */
export function violations(file: SourceFile): string[] {
  const { body } = program(file);
  return [
    ...placeViolations(file.path),
    ...nameViolations(file.path),
    ...lengthViolations(file),
    ...(isTest(file.path) ? [] : functionViolations(file, body)),
    ...barrelViolations(file.path, body),
    ...processViolations(file.path, body),
    ...typeImportViolations(file.path, body),
  ];
}

/** A room that is not in the table would escape the import rules. */
function placeViolations(path: string): string[] {
  const [first, ...rest] = path.split('/');
  const room = (first === 'web' ? rest[1] : rest[0]) ?? '';
  const rooms = first === 'web' ? [...Object.keys(webRooms), 'main.tsx', 'app.tsx'] : rows.flat();
  return rooms.includes(room) ? [] : [`${path}: "${room}" is in no row`];
}

function nameViolations(path: string): string[] {
  const words = path.replace(/(\.test)?\.tsx?$/, '').split(/[/.-]/);
  return words.filter((word) => emptyWords.has(word)).map((word) => `${path}: "${word}" says nothing`);
}

function lengthViolations({ path, text }: SourceFile): string[] {
  const lines = lineCount(text.trimEnd());
  return lines > mostLines ? [`${path}: ${lines} lines`] : [];
}

function functionViolations({ path, text }: SourceFile, body: readonly Node[]): string[] {
  const functions = nodesOf(body).filter((node) => /^(Function|ArrowFunction)/.test(node.type));
  return functions.flatMap((node) => {
    const lines = lineCount(text.slice(node.start, node.end));
    const line = lineCount(text.slice(0, node.start));
    return lines > mostFunctionLines ? [`${path}:${line}: a function of ${lines} lines`] : [];
  });
}

/** A barrel only passes on what others declare; src/index.ts is the public one. */
function barrelViolations(path: string, body: readonly Node[]): string[] {
  if (path === 'src/index.ts') return [];
  const passedOn = body.filter((node) => node.type.startsWith('Export') && isNode(node['source']));
  const everything = passedOn.some((node) => node.type === 'ExportAllDeclaration');
  const nothingElse = body.every((node) => node.type.startsWith('Import') || passedOn.includes(node));
  return everything || (passedOn.length > 0 && nothingElse) ? [`${path}: is a barrel`] : [];
}

/** Child processes and engine threads have entries of their own. */
function processViolations(path: string, body: readonly Node[]): string[] {
  const isEntry = path === 'src/main.ts' || /(?:-child|\/engine-worker)\.ts$/.test(path);
  if (isEntry || isTest(path)) return [];
  const nodes = nodesOf(body);
  // A parameter or variable of that name is not the global; the linter, which knows scopes, watches the rest.
  if (nodes.some(bindsProcess)) return [];
  const names = nodes.filter((node) => node.type === 'Identifier' && node['name'] === 'process');
  // `result.process` and `{ process: 1 }` are somebody else's.
  const keys = new Set(
    nodes.flatMap((node) => (node['computed'] === false ? [node['property'], node['key']] : [])),
  );
  const globals = nodes.filter(
    (node) =>
      node.type === 'MemberExpression' &&
      isGlobal(node['object']) &&
      names.includes(node['property'] as Node),
  );
  const imports = nodes.filter(
    (node) => /^(node:)?process$/.test(String(node['value'])) && node.type === 'Literal',
  );
  const reads = [...names.filter((node) => !keys.has(node)), ...globals, ...imports];
  return reads.length > 0 ? [`${path}: reads process`] : [];
}

function bindsProcess(node: Node): boolean {
  const bound = [node['id'], ...listOf(node['params'])];
  const taken = node.type === 'ObjectPattern' ? listOf(node['properties']).map((item) => item['value']) : [];
  return [...bound, ...taken].some((name) => isNode(name) && name['name'] === 'process');
}

/** dependency-cruiser does not see `import('./x.js').X` in a type, so such a one would escape the import rules. */
function typeImportViolations(path: string, body: readonly Node[]): string[] {
  const hidden = nodesOf(body).some((node) => node.type === 'TSImportType');
  return hidden ? [`${path}: imports inside a type`] : [];
}

function isGlobal(node: unknown): boolean {
  return isNode(node) && (node['name'] === 'globalThis' || node['name'] === 'global');
}

function isTest(path: string): boolean {
  return path.endsWith('.test.ts');
}

function program({ path, text }: SourceFile): { readonly body: readonly Node[] } {
  const parsed = parseSync(path, text);
  if (parsed.errors.length > 0) throw new Error(`${path} cannot be parsed: ${parsed.errors[0]?.message}`);
  return parsed.program as unknown as { readonly body: readonly Node[] };
}

function nodesOf(tree: unknown): Node[] {
  if (Array.isArray(tree)) return tree.flatMap(nodesOf);
  if (typeof tree !== 'object' || tree === null) return [];
  const inner = Object.values(tree).flatMap(nodesOf);
  return isNode(tree) ? [tree, ...inner] : inner;
}

function listOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function lineCount(text: string): number {
  return text.split('\n').length;
}
