import { fetchBounded } from '../../web-fetch/bounded-fetch.js';
import { renderPage } from '../../web-fetch/render-response.js';
import { version } from '../../version.js';
import { saveArtifact, type SaveOrder } from '../artifacts/artifact-tool.js';
import { advise, type Advice } from '../call/advice.js';
import { renderLimits } from '../call/call-tool.js';
import { CAPTURE_SCHEMA, readCapture, type CaptureInput } from '../artifacts/capture-input.js';
import { stashReceipt, cleanText } from '../artifacts/receipt.js';
import { defineTool, jsonOutput, type ToolCall, type ToolOutput } from '../call/tool.js';
import { ToolFailure } from '../protocol/tool-failure.js';
import { CAPTURE_OUTPUT } from './output-schemas.js';

export const captureWebpageTool = defineTool({
  name: 'svc_capture_webpage',
  title: 'Save a web page as Markdown',
  description:
    'Fetches one public web page with GET, renders it as Markdown and saves it durably in the artifact store. ' +
    'Returns a receipt, not the page. Use it only when a durable copy is wanted.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  inputSchema: CAPTURE_SCHEMA,
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
const MAX_TITLE_CHARS = 300;
const MAX_NAME_BYTES = 80;

async function capture(input: CaptureInput, call: ToolCall): Promise<ToolOutput> {
  const { settings, signal, note } = call;
  const { artifact, maxBodyBytes, timeoutMs, publicNetwork: network } = settings;
  if (artifact === undefined) throw new ToolFailure('internal_error', 'no artifact tool is configured');
  const request = { method: 'GET', url: input.url, headers: [], body: null };
  const limits = { maxBodyBytes, timeout: timeoutMs, follow: true, defaults: DEFAULTS };
  const fetched = await advise(ADVICE, () => fetchBounded({ network, signal, request, ...limits }));
  const { statusCode, finalUrl, body, redirects } = fetched;
  const { hostname } = new URL(finalUrl);
  note({ host: hostname, status: statusCode, bytes: body.length, redirects });
  if (statusCode < 200 || statusCode > 299)
    throw new ToolFailure(
      'http_status',
      `the page answered ${statusCode}; nothing was saved; svc_fetch shows what it says`,
    );
  const page = await advise(ADVICE, () =>
    renderPage(fetched, 'markdown', { ...renderLimits(settings), mainContent: false }),
  );
  const title = Array.from(page.title).slice(0, MAX_TITLE_CHARS).join('') || hostname;
  const { source, final_url, content_type } = page.head;
  const { name = toArtifactName(title) } = input;
  const order: SaveOrder = { ...input, name, markdown: page.text, source: final_url };
  const report = await saveInOrder(() => saveArtifact(artifact, order, signal));
  return jsonOutput({
    url: source,
    final_url,
    title,
    http_status: statusCode,
    content_type,
    markdown_bytes: Buffer.byteLength(page.text),
    stash: stashReceipt(report, order),
  });
}

const ADVICE: Advice = {
  body_too_large: 'capture a smaller page, or have the operator raise --max-body-bytes',
  result_too_large: 'nothing was saved; capture a smaller page, or read it with svc_fetch',
  unsupported_media: 'nothing was saved; svc_fetch has this format, a capture is always Markdown',
  blocked_target:
    'only pages of the public network can be captured, whatever the operator permits to svc_fetch',
  too_many_redirects: 'svc_fetch with no_follow shows where the first one leads',
  timeout: 'try once more, or have the operator raise --timeout',
};

/** A name must not look like an option of the artifact tool. */
function toArtifactName(title: string): string {
  const plain = title.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '').replace(/^[-\s]+/, '');
  return cleanText(plain, MAX_NAME_BYTES).trim() || 'webpage';
}

let lastSave: Promise<unknown> = Promise.resolve();

/** Runs one artifact tool at a time, in the order of the calls. */
function saveInOrder<T>(save: () => Promise<T>): Promise<T> {
  const saved = lastSave.then(save, save);
  lastSave = saved.catch(() => undefined);
  return saved;
}
