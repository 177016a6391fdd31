import type { Target } from './target.js';
import { configTarget, documentTarget, importTargets, pageTarget } from './targets/documents.js';
import {
  assertionTarget,
  bodyPathTarget,
  jsonpathTarget,
  patternTarget,
  schemaTarget,
  templateTarget,
  xpathTarget,
} from './targets/expressions.js';
import { cookieTarget, httpReaderTarget } from './targets/http.js';
import { httpReferenceTarget } from './targets/http-reference.js';
import { jsonTarget, messageTarget } from './targets/json.js';
import { addressTarget, urlTarget } from './targets/network.js';
import { recordingTarget } from './targets/recordings.js';
import { requestFileTarget } from './targets/request-files.js';
import {
  charsetTarget,
  csvTarget,
  dotenvTarget,
  durationTarget,
  eventStreamTarget,
  globTarget,
  shellTarget,
} from './targets/small-texts.js';

export const allTargets: readonly Target[] = [
  requestFileTarget,
  httpReaderTarget,
  httpReferenceTarget,
  jsonTarget,
  assertionTarget,
  patternTarget,
  jsonpathTarget,
  xpathTarget,
  schemaTarget,
  bodyPathTarget,
  templateTarget,
  globTarget,
  durationTarget,
  csvTarget,
  configTarget,
  documentTarget,
  dotenvTarget,
  ...importTargets,
  shellTarget,
  pageTarget,
  charsetTarget,
  addressTarget,
  urlTarget,
  cookieTarget,
  eventStreamTarget,
  recordingTarget,
  messageTarget,
];
