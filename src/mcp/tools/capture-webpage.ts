import { fetchBounded } from '../../web-fetch/bounded-fetch.js';
import { renderPage } from '../../web-fetch/render-response.js';
import { version } from '../../version.js';
import { saveArtifact, type SaveOrder } from '../artifacts/artifact-tool.js';
import { resultLimit } from '../call/call-tool.js';
import { readCapture, type CaptureInput } from '../artifacts/capture-input.js';
import { stashReceipt, text } from '../artifacts/receipt.js';
import { defineTool, jsonOutput, type Call, type ToolOutput } from '../call/tool.js';
import { ToolFailure } from '../protocol/tool-failure.js';
import { CAPTURE_OUTPUT } from './output-schemas.js';

export const captureWebpageTool = defineTool<CaptureInput>({
  name: 'svc_capture_webpage',
  title: 'Save a web page as Markdown',
  description:
    'Fetches one public web page with GET, renders it as Markdown and saves it durably in the artifact store. ' +
    'Returns a receipt, not the page. Use it only when a durable copy is wanted.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['url'],
    properties: {
      url: { type: 'string', minLength: 1, maxLength: 8192, description: 'A public http or https page.' },
      name: {
        type: 'string',
        minLength: 1,
        maxLength: 80,
        description: 'Name of the saved copy, at most 80 bytes; by default the title of the page.',
      },
      tags: {
        type: 'array',
        maxItems: 20,
        items: { type: 'string', minLength: 1, maxLength: 64 },
        description: 'Labels beside web and markdown, at most 20 in all.',
      },
      ttl: {
        type: 'string',
        pattern: '^([1-9][0-9]{0,5}[hdwmy]|[0-9]{4}-[0-9]{2}-[0-9]{2})$',
        description: 'How long to keep it, such as 24h or 30d, or until a date.',
      },
      index: { type: 'boolean', default: true, description: 'False leaves it out of the search index.' },
    },
  },
  outputSchema: CAPTURE_OUTPUT,
  limit: { bucket: 20, perSecond: 1 / 3, running: 2 },
  read: readCapture,
  run: capture,
});

const DEFAULTS = [
  ['User-Agent', `svc-web-capture/${version}`],
  ['Accept', 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5'],
  ['Accept-Encoding', 'gzip, deflate, br'],
] as const;
const LONGEST_TITLE = 300;
const LONGEST_NAME = 80;

async function capture(input: CaptureInput, call: Call): Promise<ToolOutput> {
  const { settings, signal, note } = call;
  const { artifact, maxBodyBytes, timeout, publicNetwork: network } = settings;
  if (artifact === undefined) throw new ToolFailure('internal_error', 'no artifact tool is configured');
  const fetched = await fetchBounded({
    network,
    signal,
    maxBodyBytes,
    timeout,
    follow: true,
    defaults: DEFAULTS,
    request: { method: 'GET', url: input.url, headers: [], body: null },
  });
  const { statusCode, finalUrl, body, redirects } = fetched;
  const { hostname } = new URL(finalUrl);
  note({ host: hostname, status: statusCode, bytes: body.length, redirects });
  if (statusCode < 200 || statusCode > 299)
    throw new ToolFailure('http_status', `the page answered ${statusCode}; nothing was saved`);
  const page = await renderPage(fetched, 'markdown', {
    mainContent: false,
    maxBytes: resultLimit(settings),
  });
  const title = Array.from(page.title).slice(0, LONGEST_TITLE).join('') || hostname;
  const { tags, ttl, index } = input;
  const { source, final_url, content_type } = page.head;
  const order: SaveOrder = {
    markdown: page.text,
    name: input.name ?? nameOf(title),
    tags,
    source: final_url,
    ttl,
    index,
  };
  const answer = await inTurn(() => saveArtifact(artifact, order, signal));
  return jsonOutput({
    url: source,
    final_url,
    title,
    http_status: statusCode,
    content_type,
    markdown_bytes: Buffer.byteLength(page.text),
    stash: stashReceipt(answer, order),
  });
}

/** No title may look like an option. */
function nameOf(title: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  const plain = title.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '').replace(/^[-\s]+/, '');
  return text(plain, LONGEST_NAME).trim() || 'webpage';
}

let last: Promise<unknown> = Promise.resolve();

/** One save at a time. */
function inTurn<T>(save: () => Promise<T>): Promise<T> {
  const mine = last.then(save, save);
  last = mine.catch(() => undefined);
  return mine;
}
