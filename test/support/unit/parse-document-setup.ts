import { parseDocument } from '../../../src/documents/parse-document.js';

export async function fault(text: string): Promise<string> {
  const parsed = await parseDocument(text);
  return 'fault' in parsed ? parsed.fault : `value ${JSON.stringify(parsed.value)}`;
}
