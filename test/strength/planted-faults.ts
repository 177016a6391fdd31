/** Thirty ways in which the API of the examples could break, as changes of its source. */

export interface PlantedFault {
  /** What its clients would see. */
  readonly what: string;
  /** A file of examples/demo-api. */
  readonly file: string;
  /** Occurs once in that file. */
  readonly from: string;
  readonly to: string;
}

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    what: 'the health page says nothing any more',
    file: 'parcels.mjs',
    from: "return { json: { status: 'up' } };",
    to: 'return { json: {} };',
  },
  {
    what: 'the health page sends plain text instead of JSON',
    file: 'parcels.mjs',
    from: "return { json: { status: 'up' } };",
    to: "return { text: 'up' };",
  },
  {
    what: 'signing in answers 200 instead of 201',
    file: 'parcels.mjs',
    from: 'return { status: 201, json: { token: openSession(state, ACCOUNT), account: ACCOUNT } };',
    to: 'return { status: 200, json: { token: openSession(state, ACCOUNT), account: ACCOUNT } };',
  },
  {
    what: 'the name is missing in the account of a session',
    file: 'parcels.mjs',
    from: 'account: ACCOUNT } };',
    to: 'account: { id: ACCOUNT.id } } };',
  },
  {
    what: 'the id of the account becomes text',
    file: 'parcels.mjs',
    from: "const ACCOUNT = { id: 42, name: 'Ada' };",
    to: "const ACCOUNT = { id: '42', name: 'Ada' };",
  },
  {
    what: 'the name of the account is null',
    file: 'parcels.mjs',
    from: "const ACCOUNT = { id: 42, name: 'Ada' };",
    to: 'const ACCOUNT = { id: 42, name: null };',
  },
  {
    what: 'signing out fails with 500',
    file: 'parcels.mjs',
    from: 'return { status: 204 };',
    to: "return { status: 500, json: { error: 'internal' } };",
  },
  {
    what: 'the wanted fields of an account are ignored, and only the id is sent',
    file: 'parcels.mjs',
    from: '.filter(([name]) => fields.includes(name))',
    to: ".filter(([name]) => name === 'id' && fields.length > 0)",
  },
  {
    what: 'a new parcel has no reference',
    file: 'parcels.mjs',
    from: 'const parcel = { id, reference, weight, due, tags, history };',
    to: 'const parcel = { id, weight, due, tags, history, note: reference.slice(0, 0) };',
  },
  {
    what: 'the weight of a parcel is rounded',
    file: 'parcels.mjs',
    from: 'const parcel = { id, reference, weight, due, tags, history };',
    to: 'const parcel = { id, reference, weight: Math.round(weight), due, tags, history };',
  },
  {
    what: 'the due date is sent as a number of milliseconds',
    file: 'parcels.mjs',
    from: 'const parcel = { id, reference, weight, due, tags, history };',
    to: 'const parcel = { id, reference, weight, due: Date.parse(due), tags, history };',
  },
  {
    what: 'the tags of a parcel are lost',
    file: 'parcels.mjs',
    from: 'const parcel = { id, reference, weight, due, tags, history };',
    to: 'const parcel = { id, reference, weight, due, tags: tags.slice(0, 0), history };',
  },
  {
    what: 'the place of a new parcel is missing',
    file: 'parcels.mjs',
    from: 'headers: { Location: `${call.url.origin}/parcels/${id}` }, ',
    to: '',
  },
  {
    what: 'the times in the history of a parcel have another format',
    file: 'parcels.mjs',
    from: 'time: new Date().toISOString()',
    to: 'time: new Date().toUTCString()',
  },
  {
    what: 'the state in the history of a parcel is renamed',
    file: 'parcels.mjs',
    from: "state: 'created', time:",
    to: "status: 'created', time:",
  },
  {
    what: 'a label answers with an empty object',
    file: 'parcels.mjs',
    from: 'json: { parcel: Number(id), bytes: call.body.length }',
    to: 'json: {}',
  },
  {
    what: 'a label says a negative number of bytes',
    file: 'parcels.mjs',
    from: 'bytes: call.body.length',
    to: 'bytes: -call.body.length',
  },
  {
    what: 'the days of an estimate are off by one',
    file: 'parcels.mjs',
    from: "json: { city: call.url.searchParams.get('city'), country, days }",
    to: "json: { city: call.url.searchParams.get('city'), country, days: days + 1 }",
  },
  {
    what: 'the city of an estimate is null',
    file: 'parcels.mjs',
    from: "json: { city: call.url.searchParams.get('city'), country, days }",
    to: "json: { city: call.url.searchParams.get('town'), country, days }",
  },
  {
    what: 'a search finds parcels without a reference',
    file: 'parcels.mjs',
    from: '({ id, reference: `P-${variables.text}-${id}`, state: ',
    to: '({ id, ref: `P-${variables.text}-${id}`, state: ',
  },
  {
    what: 'a search finds nothing',
    file: 'parcels.mjs',
    from: 'nodes: nodes.slice(0, variables.first)',
    to: 'nodes: []',
  },
  {
    what: 'the limit of an export is lost',
    file: 'parcels.mjs',
    from: "json: { limit: Number(form.get('limit')) }",
    to: "json: { limit: Number(form.get('max')) || null }",
  },
  {
    what: 'an import counts the line of headings as an address',
    file: 'parcels.mjs',
    from: 'const [, ...lines] =',
    to: 'const lines =',
  },
  {
    what: 'the number of staff of an office is text',
    file: 'parcels.mjs',
    from: 'open: false, staff: 0,',
    to: "open: false, staff: '0',",
  },
  {
    what: 'the offices as XML are sent as HTML',
    file: 'parcels.mjs',
    from: "type: 'application/xml',",
    to: "type: 'text/html',",
  },
  {
    what: 'what was granted is not said any more',
    file: 'access.mjs',
    from: 'return { json: { granted: method } };',
    to: 'return { json: { method } };',
  },
  {
    what: 'a refusal does not say what it was',
    file: 'access.mjs',
    from: "const REFUSED = { status: 401, json: { error: 'refused' } };",
    to: 'const REFUSED = { status: 401, json: {} };',
  },
  {
    what: 'the number of cookies is text',
    file: 'wire.mjs',
    from: 'json: { set: 2 }',
    to: "json: { set: '2' }",
  },
  {
    what: 'a redirect became permanent',
    file: 'wire.mjs',
    from: "return { status: 302, headers: { Location: '/wire/new-place?from=moved' } };",
    to: "return { status: 301, headers: { Location: '/wire/new-place?from=moved' } };",
  },
  {
    what: 'the compressed text is cut off',
    file: 'wire.mjs',
    from: "text: 'parcel '.repeat(200).trim()",
    to: "text: ''",
  },
];
