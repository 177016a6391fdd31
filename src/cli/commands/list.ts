import { listRequests, type ListedFile } from '../../operations/files/list-requests.js';
import { selectsEverything, type RequestFilter } from '../../request-file/model/request-filter.js';
import { toJson } from '../../primitives/json/json-writer.js';
import { printableLine } from '../../primitives/printable.js';
import type { Request } from '../../request-file/model/model.js';
import type { Styler } from '../../reports/console/style.js';
import { defineCommand } from '../command/command.js';
import { formatCount, jsonArray } from '../../primitives/text/output-text.js';
import { EXIT } from '../process/exit-code.js';
import { switchFlag } from '../flags/flag.js';
import { writeChunks } from '../command/output.js';
import { PATHS, pathsOrHere } from '../command/request-paths.js';
import {
  noFileError,
  nothingSelectedError,
  requestFilter,
  SELECTION_FLAGS,
} from '../flags/selection-flags.js';

export const list = defineCommand({
  arguments: [PATHS],
  flags: { ...SELECTION_FLAGS, json: switchFlag('print a JSON array of files with their requests') },
  examples: ['svc list', 'svc list -t smoke tests/', "svc list -n 'create*' --json orders.http"],
  exitCodes: [
    [EXIT.ok, 'everything was listed'],
    [EXIT.requestFile, 'a file is missing or does not parse; the others are listed'],
  ],
  async run({ flags, positionals, terminal, context }) {
    const filter = requestFilter(flags);
    const paths = pathsOrHere(positionals);
    const problems: string[] = [];
    const files = listRequests(paths, context.cwd, filter, (problem) => problems.push(problem));
    const counts = { files: 0, requests: 0 };
    if (flags.json) await writeChunks(jsonPieces(files, counts), terminal.json);
    else await writeChunks(textPieces(files, counts, terminal.style), terminal.report);
    for (const problem of problems) await terminal.error(problem);
    if (problems.length > 0) return EXIT.requestFile;
    if (counts.files > 0) return EXIT.ok;
    if (selectsEverything(filter)) throw noFileError(paths);
    const requests: Request[] = [];
    let hasFile = false;
    for await (const file of listRequests(paths, context.cwd, NO_FILTER, ignore)) {
      hasFile = true;
      requests.push(...file.requests);
    }
    throw nothingSelectedError(filter, paths, hasFile ? requests : undefined);
  },
});

const NO_FILTER: RequestFilter = { names: [], tags: [], excludeTags: [] };

/** Problems of the same files have been reported before. */
function ignore(): void {}

interface Counts {
  files: number;
  requests: number;
}

async function* textPieces(
  files: AsyncIterable<ListedFile>,
  counts: Counts,
  style: Styler,
): AsyncGenerator<string> {
  for await (const { file, requests } of files) {
    counts.files += 1;
    counts.requests += requests.length;
    const lines = requests.map((request) => requestLines(request, style)).join('');
    yield `${style('bold', printableLine(file))}\n${lines}\n`;
  }
  yield `${formatCount(counts.requests, 'request')} in ${formatCount(counts.files, 'file')}\n`;
}

function requestLines({ name, method, url, tags }: Request, style: Styler): string {
  const title = name === '' ? '' : `${printableLine(name)}  `;
  const labels = tags.length === 0 ? '' : `    ${style('dim', `tags: ${printableLine(tags.join(', '))}`)}\n`;
  return `- ${title}${style('cyan', method)} ${printableLine(url)}\n${labels}`;
}

async function* jsonPieces(files: AsyncIterable<ListedFile>, counts: Counts): AsyncGenerator<string> {
  yield '[';
  for await (const { file, requests } of files) {
    yield `${counts.files === 0 ? '' : ','}\n  {"file": ${JSON.stringify(file)}, "requests": `;
    yield* jsonArray(requests, '  ', (request) => toJson(requestView(request)));
    yield '}';
    counts.files += 1;
  }
  yield counts.files === 0 ? ']\n' : '\n]\n';
}

/** The most important fields come first, then all others. */
function requestView({ name, method, url, line, tags, description, ...others }: Request): object {
  return { name, method, url, line, tags, description, ...others };
}
