import { listRequests, type RequestListing } from '../../operations/files/list-requests.js';
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
import { nothingSelectedError, requestFilter, SELECTION_FLAGS } from '../flags/selection-flags.js';

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
    const listing = await listRequests(pathsOrHere(positionals), context.cwd, filter);
    if (flags.json) await writeChunks(jsonPieces(listing), terminal.json);
    else await writeChunks(textPieces(listing, terminal.style), terminal.report);
    for (const problem of listing.problems) await terminal.error(problem);
    if (listing.problems.length > 0) return EXIT.requestFile;
    if (listing.files.length > 0 || selectsEverything(filter)) return EXIT.ok;
    const all = await listRequests(pathsOrHere(positionals), context.cwd, NO_FILTER);
    const requests = all.files.flatMap((file) => file.requests);
    throw nothingSelectedError(filter, pathsOrHere(positionals), requests);
  },
});

const NO_FILTER: RequestFilter = { names: [], tags: [], excludeTags: [] };

function* textPieces(listing: RequestListing, style: Styler): Generator<string> {
  let requests = 0;
  for (const { file, requests: listed } of listing.files) {
    yield `${style('bold', printableLine(file))}\n`;
    for (const request of listed) yield requestLines(request, style);
    yield '\n';
    requests += listed.length;
  }
  yield `${formatCount(requests, 'request')} in ${formatCount(listing.files.length, 'file')}\n`;
}

function requestLines({ name, method, url, tags }: Request, style: Styler): string {
  const title = name === '' ? '' : `${printableLine(name)}  `;
  const labels = tags.length === 0 ? '' : `    ${style('dim', `tags: ${printableLine(tags.join(', '))}`)}\n`;
  return `- ${title}${style('cyan', method)} ${printableLine(url)}\n${labels}`;
}

function* jsonPieces(listing: RequestListing): Generator<string> {
  yield '[';
  for (const [i, { file, requests }] of listing.files.entries()) {
    yield `${i === 0 ? '' : ','}\n  {"file": ${JSON.stringify(file)}, "requests": `;
    yield* jsonArray(requests, '  ', (request) => toJson(requestView(request)));
    yield '}';
  }
  yield listing.files.length === 0 ? ']\n' : '\n]\n';
}

/** The most important fields come first, then all others. */
function requestView({ name, method, url, line, tags, description, ...others }: Request): object {
  return { name, method, url, line, tags, description, ...others };
}
