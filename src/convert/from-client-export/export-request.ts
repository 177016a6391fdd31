/** One request of a client export. */
import { list, mapping, text } from '../../documents/plain-data.js';
import { statusRange } from '../imported-assertions.js';
import type { Pair, RequestDraft } from '../draft.js';
import { looseText, usableUrl } from '../foreign-template.js';
import { readTestScript } from '../scripts/test-script.js';
import { SharedLosses } from '../shared-losses.js';
import { isAuth, readAuth } from './export-auth.js';
import { readBody } from './export-body.js';
import type { ExportFolder, ExportRequest } from './export-tree.js';
import { TemplateReader, type TemplateSources } from './template.js';

/** `folders` are those around it, outermost first. */
export function exportRequest(
  request: ExportRequest,
  folders: readonly ExportFolder[],
  sources: TemplateSources,
): RequestDraft {
  const { value, place } = request;
  const own = new SharedLosses();
  const templates = new TemplateReader(sources);
  const method = looseText(value['method']).trim().toUpperCase() || 'GET';
  const url = readUrl(request, templates);
  const { body, contentType } = readBody(value['body'], templates, (reason) =>
    own.lose(`${place}/body`, reason),
  );
  const holder = [request, ...folders.toReversed()].find((item) => isAuth(item.value['authentication']));
  const auth = readAuth(holder?.value['authentication'] ?? { type: 'none' }, templates, (reason) =>
    own.lose(`${holder?.place ?? place}/authentication`, reason),
  );
  const headers = [...readHeaders(request, folders, templates), ...auth.headers];
  if (contentType !== undefined && !headers.some(({ key }) => key.toLowerCase() === 'content-type'))
    headers.push({ key: 'Content-Type', value: contentType });
  const cookies = auth.cookies.map(({ key, value: content }) => `${key}=${content}`).join('; ');
  const checks = readScripts(request, own);
  const query = readPairs(value['parameters'], templates);
  for (const lost of templates.lost) own.lose(place, `${lost} has no counterpart`);
  return {
    place,
    title: [...titleStart(folders), request.name || `${method} request`].join(' - '),
    name: request.name,
    description: text(request.description),
    method,
    url,
    query,
    headers: cookies === '' ? headers : [...headers, { key: 'Cookie', value: cookies }],
    ...(body && { body }),
    directives: {
      ...(auth.auth && { auth: auth.auth }),
      ...(!request.followsRedirects && { noRedirect: true }),
      ...(!request.sendsCookies && { noCookieJar: true }),
    },
    assertions: [...statusRange(200, 400), ...checks.assertions],
    captures: checks.captures,
    after: templates.after,
    losses: own.all,
  };
}

function titleStart(folders: readonly ExportFolder[]): string[] {
  return folders.length === 0 ? [] : [folders.map(({ name }) => name).join('/')];
}

/** `:id` becomes `{{id}}`, which is defined unless its value is itself a placeholder. */
function readUrl({ value, name }: ExportRequest, templates: TemplateReader): string {
  const { variables } = templates.sources;
  const values = new Map(
    list(value['pathParameters']).flatMap((entry) => {
      const parameter = mapping(entry);
      const key = looseText(parameter?.['name']);
      return key === '' ? [] : [[key, looseText(parameter?.['value'])] as const];
    }),
  );
  const [start = '', rest = ''] = looseText(value['url']).split(/([?#].*)/s);
  const path = start.split('/').map((segment) => {
    const given = segment.startsWith(':') ? values.get(segment.slice(1)) : undefined;
    if (given === undefined) return templates.read(segment);
    if (/\{[{%]/.test(given)) return templates.read(given);
    return variables.use(segment.slice(1), given === '' ? undefined : given, name || 'request');
  });
  return usableUrl(path.join('/') + templates.read(rest), (variable) => variables.valueOf(variable));
}

function readPairs(value: unknown, templates: TemplateReader): Pair[] {
  return list(value).flatMap((entry) => {
    const pair = mapping(entry);
    const key = looseText(pair?.['name']).trim();
    if (key === '' || pair?.['disabled'] === true) return [];
    return { key, value: templates.read(pair?.['value']) };
  });
}

/** Folder headers first, outermost first, unless something further in names them again. */
function readHeaders(
  request: ExportRequest,
  folders: readonly ExportFolder[],
  templates: TemplateReader,
): Pair[] {
  const levels = [...folders, request].map((item) => readPairs(item.value['headers'], templates));
  return levels.flatMap((level, i) => {
    const inner = new Set(
      levels.slice(i + 1).flatMap((others) => others.map(({ key }) => key.toLowerCase())),
    );
    return level.filter(({ key }) => !inner.has(key.toLowerCase()));
  });
}

type Checks = Pick<ReturnType<typeof readTestScript>, 'assertions' | 'captures'>;

/** Scripts are written against the same library as those of collections, under another name. */
function readScripts({ scripts }: ExportRequest, own: SharedLosses): Checks {
  let checks: Checks = { assertions: [], captures: [] };
  for (const { place, when, text: source } of scripts) {
    if (source.trim() === '') continue;
    const script = when === 'after' ? readTestScript(source.replace(/\binsomnia\./g, 'pm.')) : undefined;
    if (script !== undefined) checks = script;
    if (script?.complete !== true)
      own.lose(place, 'scripts have no counterpart, but for plain checks of the answer');
  }
  return checks;
}
