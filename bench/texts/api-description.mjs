// Creates an API description of any size for the benchmarks of imports; 1,200 operations are 13 MB when indented by two.

/**
 * Resembles the large descriptions that are published: shared schemas, texts, examples of responses, many different names.
 * @param {number} count
 */
export function apiDescription(count) {
  const words = 'the list of all parcels that were handed in at the office and not yet sent on '.repeat(4);
  const schemas = Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`Parcel${i}`, parcelSchema(i, count, words)]),
  );
  const paths = Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `/offices/{office}/parcels${i}/{id}`,
      { post: operation(i, words) },
    ]),
  );
  return { openapi: '3.0.3', info: { title: 'Offices', version: '1' }, paths, components: { schemas } };
}

/**
 * @param {number} i
 * @param {number} count
 * @param {string} words
 */
function parcelSchema(i, count, words) {
  const texts = Array.from({ length: 6 }, (_, j) => [
    `field${(i * 5 + j * 13) % 997}`,
    { type: 'string', description: words.slice(0, 90) },
  ]);
  const next = { $ref: `#/components/schemas/Parcel${(i + 1) % count}` };
  const properties = {
    ...Object.fromEntries(texts),
    id: { type: 'string', format: 'uuid' },
    ...(i % 3 > 0 && { next }),
  };
  return { type: 'object', description: words, required: ['id'], properties };
}

/**
 * @param {number} i
 * @param {string} words
 */
function operation(i, words) {
  const schema = { $ref: `#/components/schemas/Parcel${i}` };
  const parcels = Array.from({ length: 6 }, (_, j) => ({
    ...Object.fromEntries(
      Array.from({ length: 20 }, (__, k) => [
        `field${(i * 7 + k * 11 + j) % 997}`,
        k % 3 === 0 ? i * k : `value ${j} of ${k}`,
      ]),
    ),
    sent: { at: '2030-01-15T09:30:00Z', by: { id: j, name: 'office', admin: false }, stamps: [i, j, null] },
  }));
  return {
    operationId: `parcel${i}`,
    summary: 'Hands in a parcel',
    description: words,
    tags: ['parcels'],
    parameters: ['office', 'id'].map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    requestBody: { content: { 'application/json': { schema } } },
    responses: {
      201: { description: 'made', content: { 'application/json': { schema, example: parcels } } },
    },
  };
}
