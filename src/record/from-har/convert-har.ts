/** Converts a HAR document as if its exchanges had been recorded: without secrets, chained, with assertions. */
import { ServiceError } from '../../errors.js';
import { formatCount } from '../../primitives/text/output-text.js';
import { METHODS } from '../../request-file/text/methods.js';
import { completeRecording } from '../capture/complete-recording.js';
import { createExclusion } from '../capture/exclude-paths.js';
import { createRecordingTools, recordExchange } from '../capture/record-exchange.js';
import { writeRequests, type WrittenRequests } from '../export/to-request-file.js';
import type { Recording } from '../recordings/recording.js';
import { MAX_RECORDED_BODY_BYTES } from '../recordings/recordings.js';
import { readHarDocument, readHarEntry, type HarEntry } from './har-document.js';
import { readExchange } from './har-exchange.js';
import { createEntryFilter, isExchange } from './select-entries.js';

export interface HarOptions {
  /** Globs of host names; all hosts when left out or empty. */
  readonly hosts?: readonly string[] | undefined;
  /** Paths to leave out, with `*` and `**`. */
  readonly exclude?: readonly string[] | undefined;
  /** Takes the first request of each method, origin and path. */
  readonly deduplicate?: boolean | undefined;
  /** Takes pages, scripts and images too. */
  readonly all?: boolean | undefined;
  /** False writes values of responses as they are, instead of capturing them. */
  readonly chain?: boolean | undefined;
  /** False writes no assertions. */
  readonly tests?: boolean | undefined;
}

export interface ConvertedHar {
  readonly text: string;
  readonly losses: readonly HarLoss[];
  readonly warnings: readonly string[];
}

export interface HarLoss {
  /** A JSON pointer. */
  readonly path: string;
  readonly reason: string;
}

interface ChosenEntry {
  readonly pointer: string;
  readonly entry: HarEntry;
}

export async function convertHar(text: string, options: HarOptions = {}): Promise<ConvertedHar> {
  const document = readHarDocument(text);
  const { chosen, losses, leftOut } = chooseEntries(document.entries, options);
  if (chosen.length === 0 && document.entries.length > 0) throw nothingChosen(document.entries.length);
  const recorded = await record(chosen);
  losses.push(...recorded.losses);
  const bases = basesOf(chosen);
  const written = writeRequests(recorded.list, {
    title: `${document.title.replaceAll(/\s+/g, ' ')} (imported from har)`,
    bases: [...bases].map(([origin, name]) => ({ name, url: origin })),
    baseOf: ({ arrival }) => bases.get(chosen[arrival]?.entry.url.origin ?? '') ?? 'baseUrl',
    chain: options.chain !== false,
    tests: options.tests !== false,
  });
  losses.push(...writtenLosses(written, chosen));
  const warnings =
    leftOut === 0
      ? []
      : [
          `${formatCount(leftOut, 'entry', 'entries')} of ${document.entries.length} ${leftOut === 1 ? 'is' : 'are'} left out, such as pages, scripts and images; import all entries to keep them`,
        ];
  return { text: written.text, losses, warnings };
}

interface Choice {
  readonly chosen: readonly ChosenEntry[];
  readonly losses: HarLoss[];
  /** How many exchanges the filters have left out. */
  readonly leftOut: number;
}

function chooseEntries(entries: readonly unknown[], options: HarOptions): Choice {
  const { hosts = [], exclude = [], all = false, deduplicate = false } = options;
  const isWanted = createEntryFilter({ hosts, isExcluded: createExclusion(exclude), all });
  const seen = new Set<string>();
  const chosen: ChosenEntry[] = [];
  const losses: HarLoss[] = [];
  let leftOut = 0;
  for (const [index, each] of entries.entries()) {
    const path = `/log/entries/${index}`;
    const entry = readHarEntry(each);
    if (typeof entry === 'string') {
      losses.push({ path, reason: entry });
    } else if (isExchange(entry)) {
      const key = `${entry.method} ${entry.url.origin}${entry.url.pathname}`;
      if (!isWanted(entry)) leftOut += 1;
      else if (!METHOD_WORDS.has(entry.method))
        losses.push({
          path,
          reason: `requests with the method ${entry.method.slice(0, 20)} cannot be written`,
        });
      else if (!deduplicate || !seen.has(key)) chosen.push({ pointer: path, entry });
      seen.add(key);
    }
  }
  return { chosen, losses, leftOut };
}

const METHOD_WORDS: ReadonlySet<string> = new Set(METHODS);

function nothingChosen(total: number): ServiceError {
  return new ServiceError(
    'input',
    `none of its ${formatCount(total, 'entry', 'entries')} is an API call; import all entries, or other hosts`,
  );
}

/** All exchanges are read before the first is written, because a secret may be found in the last one. */
async function record(
  chosen: readonly ChosenEntry[],
): Promise<{ readonly list: readonly Recording[]; readonly losses: readonly HarLoss[] }> {
  const tools = createRecordingTools([], new Map(), MAX_RECORDED_BODY_BYTES);
  const list: Recording[] = [];
  const losses: HarLoss[] = [];
  for (const [arrival, { entry, pointer }] of chosen.entries()) {
    const { seen, lost } = readExchange(entry, arrival);
    losses.push(...lost.map((reason) => ({ path: `${pointer}/request/postData`, reason })));
    list.push(await recordExchange(seen, tools));
  }
  return { list: list.map((recording) => completeRecording(recording, tools.sanitizer)), losses };
}

/** The name of the variable of each origin, in the order of the document. */
function basesOf(chosen: readonly ChosenEntry[]): Map<string, string> {
  const bases = new Map<string, string>();
  for (const { entry } of chosen) {
    const { origin } = entry.url;
    if (!bases.has(origin)) bases.set(origin, bases.size === 0 ? 'baseUrl' : `baseUrl_${bases.size + 1}`);
  }
  return bases;
}

function writtenLosses({ bodiesLeftOut, count }: WrittenRequests, chosen: readonly ChosenEntry[]): HarLoss[] {
  const bodies = [...bodiesLeftOut].map(([arrival, reason]) => ({
    path: `${chosen[arrival]?.pointer ?? ''}/request/postData`,
    reason: `the body is left out: ${reason}`,
  }));
  const rest = chosen.slice(count).map(({ pointer }) => ({
    path: pointer,
    reason: 'a request file has no room for it',
  }));
  return [...bodies, ...rest];
}
