/** Converts request files of other clients to canonical ones at the same places. */
import { posix } from 'node:path';
import { ServiceError } from '../../errors.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { parseRequestFile } from '../../request-file/parse-file.js';
import { printBuilt } from '../../request-file/print-built.js';
import { filesNamedBy } from '../../workspace/files/named-files.js';
import { chainRequests } from '../chain-requests.js';
import { copiedFiles, type NamedFile } from '../copied-files.js';
import type { Converted, ConvertedFile, ConvertOptions, Loss } from '../converted.js';
import { rebuiltRequest } from '../rebuilt-request.js';
import type { SourceFolder } from '../source-folder.js';
import { convertEnvironmentFiles } from './environment-files.js';
import { convertHttpRequest } from './http-request.js';
import { withDistinctNames } from './distinct-names.js';
import { findingLosses } from './finding-losses.js';
import { needsComment } from './needs-comment.js';
import { withoutPlainTokens } from './plain-tokens.js';
import { REQUEST_FILE } from './source-files.js';
import { targetPaths } from './target-paths.js';

export async function convertHttp(source: SourceFolder, options: ConvertOptions): Promise<Converted> {
  const paths = [...source.files.keys()].filter((path) => REQUEST_FILE.test(path));
  if (paths.length === 0)
    throw new ServiceError('input', 'not a folder of request files: found no .http or .rest file');
  const targets = targetPaths(paths);
  const environments = convertEnvironmentFiles(source);
  const losses: Loss[] = [...source.losses, ...environments.losses];
  const parsed = new Map<string, RequestFile>();
  for (const path of paths) parsed.set(path, await parsedFile(source, path));
  const made = [...parsed].map(([path, file]): ConvertedFile => {
    losses.push(...findingLosses(file, source.files.get(path) ?? ''));
    const resolved = withImportedNames(withDistinctNames(file), parsed);
    const fromHeaders = new Set(file.requests.flatMap(({ clientAuth }, i) => (clientAuth ? [i] : [])));
    const own = converted(resolved, targets, options);
    const plain = withoutPlainTokens(own, fromHeaders, environments.names);
    return { path: targets.get(path) ?? path, file: plain, bodies: [] };
  });
  const files = chainRequests(made, { inside: options.chain === true, across: true }).map((file) =>
    withNeeds(file, environments.secrets),
  );
  const written = files.map((file, i) => writable(file, source.files.get(paths[i] ?? '') ?? '', losses));
  const { copies, losses: missing } = await copiedFiles(namedFiles(written, paths), source);
  const extras = [...environments.extras, ...copies];
  return { files: written, losses: [...losses, ...missing], warnings: [], extras };
}

function parsedFile(source: SourceFolder, path: string): Promise<RequestFile> {
  const folder = posix.dirname(path);
  return parseRequestFile(source.files.get(path) ?? '', path, async (name) =>
    source.files.get(posix.join(folder, name)),
  );
}

/** `@ref name` may mean a request of an imported file, which `@depends` names with its path. */
function withImportedNames(file: RequestFile, parsed: ReadonlyMap<string, RequestFile>): RequestFile {
  if (file.imports === undefined) return file;
  const own = new Set(file.requests.map(({ name }) => name));
  const imported = file.imports.flatMap(({ path }) => {
    const found = parsed.get(posix.join(posix.dirname(file.path), path));
    const written = /^\.{0,2}\//.test(path) ? path : `./${path}`;
    return found === undefined ? [] : found.requests.map(({ name }) => [name, `${written}#${name}`] as const);
  });
  const places = new Map(imported.toReversed());
  return {
    ...file,
    requests: file.requests.map((request) => {
      const { depends } = request.metadata;
      if (depends === undefined || depends.every((name) => own.has(name) || !places.has(name)))
        return request;
      const resolved = depends.map((name) => (own.has(name) ? name : (places.get(name) ?? name)));
      return rebuiltRequest({ ...request, metadata: { ...request.metadata, depends: resolved } });
    }),
  };
}

function converted(
  { variables, requests, comments, layout }: RequestFile,
  targets: ReadonlyMap<string, string>,
  options: ConvertOptions,
): RequestFile {
  const path = '';
  return {
    path,
    variables,
    requests: requests.map((request) => convertHttpRequest(request, targets, options)),
    comments,
    diagnostics: [],
    ...(layout !== undefined && { layout }),
  };
}

function withNeeds(converted: ConvertedFile, secrets: ReadonlySet<string>): ConvertedFile {
  const comment = needsComment(converted.file, secrets);
  if (comment === undefined) return converted;
  return { ...converted, file: { ...converted.file, comments: [...converted.file.comments, comment] } };
}

/** What cannot be written canonically is kept as it was. */
function writable(converted: ConvertedFile, text: string, losses: Loss[]): ConvertedFile {
  const printed = printBuilt(converted.file);
  if ('text' in printed) return converted;
  const hasTokens = converted.file.variables.some(({ line, secret }) => secret === true && line === 0);
  const difference = hasTokens
    ? `${printed.difference}); its tokens stay in plain text`
    : `${printed.difference})`;
  losses.push({
    path: converted.path,
    reason: `the file is kept as it is, because its canonical form would differ (${difference}`,
  });
  return { ...converted, text };
}

/** The files that requests include or name; request files are converted, not copied. */
function namedFiles(files: readonly ConvertedFile[], paths: readonly string[]): NamedFile[] {
  return files.flatMap(({ path, file }, i) =>
    file.requests.flatMap((request) =>
      filesNamedBy(request)
        .filter((written) => !REQUEST_FILE.test(written))
        .map((written) => ({
          written,
          path: posix.join(posix.dirname(path), written),
          owner: { path: paths[i] ?? path, ...(request.line > 0 && { line: request.line }) },
        })),
    ),
  );
}
