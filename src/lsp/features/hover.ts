/** What is shown about the word or the name under the pointer. */
import { MarkupKind, type Hover, type HoverParams } from 'vscode-languageserver';
import { hoverAt } from '../../authoring/hover/hover.js';
import type { HoverContext } from '../../authoring/hover/hover-context.js';
import { hoverMarkdown } from '../../authoring/hover/hover-markdown.js';
import { hoverNames, hoverRequest } from '../../authoring/hover/hover-names.js';
import { linesIn } from '../../authoring/analysed-text.js';
import { ABSENT } from '../../evaluation/values/absent.js';
import { valueAtPath } from '../../evaluation/values/body-path.js';
import { otherFileDependency } from '../../request-file/model/directive-values.js';
import { regionAt } from '../../request-file/text/line-region.js';
import type { AnalysedDocument, Session } from '../documents/session.js';
import { resolvePath } from '../protocol/paths.js';
import type { FolderValues, NamedPlace } from '../host/host.js';
import { toPlace, toRange } from '../protocol/positions.js';
import type { Feature } from './feature.js';
import { namesFor } from './names.js';

export const hover: Feature = {
  capabilities: { hoverProvider: true },
  register({ session, onRequest }) {
    onRequest('textDocument/hover', async ({ textDocument, position }: HoverParams) => {
      const found = await session.requestFile(textDocument.uri);
      if (found === undefined) return null;
      const { line, column } = toPlace(found.document.document, position);
      const lines = linesIn(found.analysed);
      const region = regionAt((number) => lines[number - 1] ?? '', line);
      const text = lines[line - 1] ?? '';
      const shown = hoverAt({ text, region, line, column }, await contextOf(found, text, session));
      if (shown === undefined) return null;
      const range = toRange(found.document.text, shown.range);
      return { range, contents: { kind: MarkupKind.Markdown, value: hoverMarkdown(shown) } } satisfies Hover;
    });
  },
};

async function contextOf(found: AnalysedDocument, line: string, session: Session): Promise<HoverContext> {
  const { analysed, place } = found;
  const values = await place.folder?.host.values(session.environment);
  return {
    ...hoverNames(analysed.file),
    path: analysed.path,
    environment: environmentOf(values, session),
    secrets: values?.secretNames ?? [],
    commandSecrets: values?.commandSecrets ?? [],
    dotenv: (name) =>
      values?.dotenvNames.includes(name) === true ? placed(values.dotenvPlace(name)) : undefined,
    processEnvironment: (name) => (values?.hasProcessValue(name) === true ? {} : undefined),
    operatorVariables: (name) => (values?.hasOperatorValue(name) === true ? {} : undefined),
    ...(await otherRequest(found, line, session)),
    valueAt: (value, steps) => {
      const reached = valueAtPath(value, steps);
      return reached === ABSENT ? undefined : reached;
    },
  };
}

function environmentOf(values: FolderValues | undefined, session: Session): HoverContext['environment'] {
  if (values === undefined) return { name: session.environment ?? '', variables: {} };
  return {
    name: values.environment,
    variables: values.variables,
    placeOf: (name) => placed(values.environmentPlace(name)).place,
  };
}

function placed(place: NamedPlace | undefined): { readonly place?: string } {
  return place === undefined ? {} : { place: `${place.path}:${place.line}` };
}

/** The request of another file that the line names, which is read before it is asked for. */
async function otherRequest(
  found: AnalysedDocument,
  line: string,
  session: Session,
): Promise<Pick<HoverContext, 'requestIn'>> {
  const written = otherFilesIn(line, found);
  if (written.size === 0) return {};
  const index = await namesFor(found, session);
  const files = new Map<string, readonly OtherRequest[]>();
  for (const path of [...written].slice(0, MAX_OTHER_FILES)) {
    const target = resolvePath(found.analysed.path, path);
    const other = target === undefined ? undefined : await index.analyse(target);
    const requests = other?.file.requests.map(hoverRequest) ?? [];
    files.set(
      path,
      requests.map(({ line: at, ...request }) => ({ ...request, place: `${target}:${at}` })),
    );
  }
  return { requestIn: (path, name) => files.get(path)?.find((request) => request.name === name) };
}

/** The paths of files, as written, whose requests the line names. */
function otherFilesIn(line: string, { analysed }: AnalysedDocument): ReadonlySet<string> {
  const written = new Set<string>();
  if (line.length > MAX_LINE_CHARACTERS || !line.includes('#', line.indexOf('@'))) return written;
  for (const { metadata } of analysed.file.requests) {
    for (const name of metadata.depends ?? []) {
      const path = line.includes(name) ? otherFileDependency(name)?.path : undefined;
      if (path !== undefined) written.add(path);
    }
  }
  return written;
}

type OtherRequest = NonNullable<ReturnType<NonNullable<HoverContext['requestIn']>>>;

const MAX_OTHER_FILES = 10;
/** A longer line is none that a person has written. */
const MAX_LINE_CHARACTERS = 5000;
