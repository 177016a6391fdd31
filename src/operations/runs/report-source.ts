/** What is kept of an execution so that its reports can be written later; it stays in memory, secrets included. */
import { parseJson, toJson } from '../../evaluation/values/json.js';
import { jsonBytes } from '../../primitives/threads/json-bytes.js';
import { SecretSet } from '../../redaction/secret-set.js';
import { RUN_REPORTS } from '../../reports/report-files.js';
import type { FileOutcome, RequestOutcome, RunOutcome } from '../../runner/outcome/result.js';
import { version } from '../../version.js';

/** The reports that need no exchanges. */
export const REPORT_FORMATS = ['html', 'junit', 'json', 'tap', 'ctrf'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

interface ReportSource {
  readonly outcome: FileOutcome;
  readonly environment: string;
  readonly secrets: readonly string[];
}

export interface ReportRequest {
  readonly format: ReportFormat;
  readonly sources: readonly Uint8Array[];
}

/** What reports show of a body, and room for a secret that begins at the end of it. */
const MAX_BODY_CHARACTERS = 65_536 + 16_384;

export function toReportSource(outcome: FileOutcome, environment: string, secrets: SecretSet): Uint8Array {
  const results = outcome.results.map(withShortBody);
  const source: ReportSource = {
    outcome: { ...outcome, results },
    environment,
    secrets: [...secrets.values()],
  };
  return jsonBytes(source, '', toJson);
}

/** The exact bytes of a body are in no report, and as JSON they would be many times as large. */
function withShortBody({ wholeBody: _whole, ...outcome }: RequestOutcome): RequestOutcome {
  const { bodyBase64: _bytes, ...response } = outcome.response;
  const isLong = response.body.length > MAX_BODY_CHARACTERS;
  const body = isLong ? response.body.slice(0, MAX_BODY_CHARACTERS) : response.body;
  return { ...outcome, response: { ...response, body, ...(isLong && { bodyTruncated: true }) } };
}

/** One report of all these executions, in their order. */
export async function renderReport({ format, sources }: ReportRequest): Promise<Uint8Array> {
  const render = await RUN_REPORTS[format].load();
  const decoder = new TextDecoder();
  const read = sources.map((bytes) => parseJson(decoder.decode(bytes)) as unknown as ReportSource);
  const run = joinSources(read);
  return Buffer.from([...render(run, { version })].join(''), 'utf8');
}

function joinSources(sources: readonly ReportSource[]): RunOutcome {
  const files = sources.map(({ outcome }) => outcome);
  const secrets = new SecretSet();
  for (const source of sources) secrets.addAll(source.secrets);
  const sum = (count: (file: FileOutcome) => number): number =>
    files.reduce((total, file) => total + count(file), 0);
  const startedAt = Math.min(...files.map((file) => file.startedAt));
  const endedAt = Math.max(...files.map((file) => file.startedAt + file.duration));
  return {
    startedAt,
    duration: endedAt - startedAt,
    environment: [...new Set(sources.map(({ environment }) => environment))].join(', '),
    files,
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
    secrets,
  };
}
