import type { Converted } from '../../../src/convert/converted.js';
import { convertOpenapi, type OpenapiOptions } from '../../../src/convert/from-openapi/convert-openapi.js';

export function convert(document: unknown, options: Partial<OpenapiOptions> = {}): Promise<Converted> {
  const source = typeof document === 'string' ? document : JSON.stringify(document);
  return convertOpenapi(source, { tests: true, saveBodies: true, location: '', ...options });
}
