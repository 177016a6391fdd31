/** Converts one request of a client export. */
import { list, mapping, text } from '../../documents/plain-data.js';
import type { Assertion } from '../../request-file/model/model.js';
import { readPairs, readPath, titleOf, withContentType, type ReadTemplate } from '../client-entries.js';
import { createCookieHeader } from '../encoded-pairs.js';
import { statusRange } from '../imported-assertions.js';
import type { PairDraft, ImportedRequestDraft } from '../import-draft.js';
import { looseText, toUsableUrl } from '../foreign-template.js';
import { SharedLosses } from '../shared-losses.js';
import {
  changedBody,
  changedHeaders,
  changedTimeout,
  readScripts,
  type PlacedScript,
} from '../translated-scripts.js';
import { isAuth, readAuth } from './export-auth.js';
import { readBody } from './export-body.js';
import type { ExportFolder, ExportTreeRequest } from './export-tree.js';
import { ExportTemplateReader, type ExportTemplateSources } from './export-template.js';

/** `folders` are the folders around it, outermost first. */
export function convertExportRequest(
  request: ExportTreeRequest,
  folders: readonly ExportFolder[],
  sources: ExportTemplateSources,
): ImportedRequestDraft {
  const { value, place } = request;
  const names = folders.map(({ name }) => name);
  const own = new SharedLosses();
  const templates = new ExportTemplateReader(sources);
  const { read } = templates;
  const method = looseText(value['method']).trim().toUpperCase() || 'GET';
  const url = readUrl(request, templates);
  const { body, contentType } = readBody(value['body'], {
    read,
    lose: (reason) => own.lose(`${place}/body`, reason),
  });
  const holder = [request, ...folders.toReversed()].find((item) => isAuth(item.value['authentication']));
  const auth = readAuth(holder?.value['authentication'] ?? { type: 'none' }, {
    read,
    lose: (reason) => own.lose(`${holder?.place ?? place}/authentication`, reason),
  });
  const headers = withContentType([...readHeaders(request, folders, read), ...auth.headers], contentType);
  const parts = readScripts(
    placedScripts(request, folders, own, sources.shared),
    request.name,
    sources.reading,
  );
  const changed = changedBody(body, parts.changes);
  const timeout = changedTimeout(parts.changes);
  const query = readPairs(value['parameters'], 'name', read);
  for (const lost of templates.lost) own.lose(place, `${lost} has no counterpart`);
  return {
    place,
    title: titleOf(names, request.name, method),
    name: request.name,
    folders: names,
    description: text(request.description),
    method,
    url,
    query,
    headers: changedHeaders([...headers, ...createCookieHeader(auth.cookies)], parts.changes),
    ...(changed && { body: changed }),
    directives: {
      ...(auth.auth && { auth: auth.auth }),
      ...(!request.followsRedirects && { noRedirect: true }),
      ...(!request.sendsCookies && { noCookieJar: true }),
      ...(parts.sets.length > 0 && { set: parts.sets }),
      ...(timeout !== undefined && { timeout }),
    },
    assertions: assertionsOf(parts.assertions),
    captures: parts.captures,
    ...(parts.schemas.length > 0 && { saved: parts.schemas }),
    after: templates.after,
    losses: own.all,
  };
}

/** Those of folders come first, outermost first; what is lost of them is lost once. */
function placedScripts(
  request: ExportTreeRequest,
  folders: readonly ExportFolder[],
  own: SharedLosses,
  shared: SharedLosses,
): PlacedScript[] {
  return [...folders, request].flatMap((item) =>
    item.scripts
      .filter(({ text: source }) => source.trim() !== '')
      .map(({ when, ...script }) => ({ ...script, stage: when, losses: item === request ? own : shared })),
  );
}

function readUrl({ value, name }: ExportTreeRequest, templates: ExportTemplateReader): string {
  const { read, sources } = templates;
  const { variables } = sources;
  const values = new Map(
    list(value['pathParameters']).flatMap((entry) => {
      const parameter = mapping(entry);
      const key = looseText(parameter?.['name']);
      return key === '' ? [] : [[key, looseText(parameter?.['value'])] as const];
    }),
  );
  const [start = '', rest = ''] = looseText(value['url']).split(/([?#].*)/s);
  const isTemplate = (each: string): boolean => /\{[{%]/.test(each);
  const path = readPath(start, read, { values, isTemplate, variables, owner: name || 'request' });
  return toUsableUrl(path + read(rest), (variable) => variables.valueOf(variable));
}

/** Headers of folders come first, outermost first, unless an inner folder or the request overrides them. */
function readHeaders(
  request: ExportTreeRequest,
  folders: readonly ExportFolder[],
  read: ReadTemplate,
): PairDraft[] {
  const levels = [...folders, request].map((item) => readPairs(item.value['headers'], 'name', read));
  return levels.flatMap((level, i) => {
    const inner = new Set(
      levels.slice(i + 1).flatMap((others) => others.map(({ key }) => key.toLowerCase())),
    );
    return level.filter(({ key }) => !inner.has(key.toLowerCase()));
  });
}

/** An export holds no responses, so that any status that is no error is expected, unless a script checks it. */
function assertionsOf(assertions: readonly Assertion[]): readonly Assertion[] {
  const isChecked = assertions.some(({ subject }) => subject === 'status');
  return isChecked ? assertions : [...statusRange(200, 400), ...assertions];
}
