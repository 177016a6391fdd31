import { parseCsv } from '../../../src/primitives/csv.js';

export function fields(text: string): readonly (readonly string[])[] {
  const reading = parseCsv(text);
  if (!reading.ok) throw new Error(`line ${reading.line}: ${reading.reason}`);
  return reading.records.map((record) => record.fields);
}
