import { parseConfig, problemLine } from '../../../src/workspace/config/config-text.js';

export const lines = (source: string | Uint8Array): string[] =>
  parseConfig(source).problems.map((problem) => problemLine('service.yaml', problem));
