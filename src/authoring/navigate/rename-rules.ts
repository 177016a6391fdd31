/** Which new names are refused, and what users read then. */
import { captureNameEnd } from '../../request-file/parse/parse-capture.js';
import { classifyPlaceholder, cutTemplate } from '../../request-file/text/template.js';
import { variableIn } from '../../request-file/text/variable-definition.js';
import type { NamesIndex, RequestPlace } from './names-index.js';
import type { Renamed, RenameScope } from './renamed.js';
import type { CaptureTarget, VariableTarget } from './targets.js';

export const REFUSALS = {
  taken: (name: string, line: number) => `\`${name}\` is already used on line ${line}`,
  unwritable: (name: string, line: number) =>
    `\`${name}\` cannot be written inside {{…}}; it is used on line ${line}`,
  captured: (name: string, lines: readonly number[]) =>
    `\`${name}\` is captured by several requests (lines ${lines.join(', ')}); rename the qualified uses`,
  environment: (name: string) => `\`${name}\` comes from service.yaml; change it there`,
  incomplete: 'the index is not complete yet; try again in a moment',
  errors: 'the file has errors',
} as const;

/** For a name that several requests give. */
export function ambiguousName(target: CaptureTarget | VariableTarget, index: NamesIndex): string {
  return REFUSALS.captured(target.name, definitionLines(target, index));
}

const MAX_LINES = 10;

/** A variable of the file counts too, since it has the value until one of the requests ran. */
function definitionLines(target: CaptureTarget | VariableTarget, index: NamesIndex): number[] {
  const captured = target.givers.flatMap((giver) => givenLines(giver, target.name, index));
  const variables = target.kind === 'variable' ? (index.names(target.path)?.variables ?? []) : [];
  const defined = variables.filter(({ name }) => name === target.name).map(({ line }) => line);
  return [...new Set([...captured, ...defined])].toSorted((a, b) => a - b).slice(0, MAX_LINES);
}

function givenLines({ path, request }: RequestPlace, name: string, index: NamesIndex): number[] {
  const given = index.names(path)?.requests[request]?.given ?? [];
  return given.filter((each) => each.name === name).map(({ line }) => line);
}

/** Why the new name cannot be written where the old one is. */
export function nameProblem({ target, newName }: Renamed, { files }: RenameScope): string | undefined {
  const uses = files.flatMap((file) => file.uses);
  const inside = uses.find(({ isPlaceholder }) => isPlaceholder);
  const { line } = inside ?? uses[0] ?? { line: 1 };
  const isWritable =
    target.kind === 'request'
      ? isRequestName(newName) && (inside === undefined || isPlaceholderName(`${newName}.x`))
      : target.kind === 'capture'
        ? isCaptureName(newName)
        : isVariableName(newName);
  return isWritable ? undefined : REFUSALS.unwritable(newName, line);
}

function isRequestName(name: string): boolean {
  return name !== '' && !/[\r\n\0]/.test(name) && name.isWellFormed();
}

function isPlaceholderName(name: string): boolean {
  const [part, ...others] = cutTemplate(`{{${name}}}`);
  if (part?.kind !== 'placeholder' || others.length > 0 || part.inner !== name) return false;
  return classifyPlaceholder(name).kind === 'variable';
}

function isCaptureName(name: string): boolean {
  return name !== '' && captureNameEnd(name, 0, name.length) === name.length && isPlaceholderName(name);
}

function isVariableName(name: string): boolean {
  const found = variableIn(`@${name}=`, 0, name.length + 2);
  return found !== undefined && found.secret === undefined && found.nameStop === name.length + 1;
}

/** The line of a definition that has the new name already, where the old one is defined. */
export function takenLine({ target, newName }: Renamed, index: NamesIndex): number | undefined {
  const hasName = ({ name }: { readonly name: string }): boolean => name === newName;
  switch (target.kind) {
    case 'request':
      return target.place && index.names(target.place.path)?.requests.find(hasName)?.nameLine;
    case 'capture':
      return target.givers
        .map(({ path, request }) => index.names(path)?.requests[request]?.given?.find(hasName)?.line)
        .find((line) => line !== undefined);
    default:
      return index.names(target.path)?.variables.find(hasName)?.line;
  }
}
