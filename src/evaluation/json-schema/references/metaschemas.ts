/** The published descriptions of JSON Schema itself: a schema is checked by the one it names. */
import applicator19 from 'ajv/dist/refs/json-schema-2019-09/meta/applicator.json' with { type: 'json' };
import content19 from 'ajv/dist/refs/json-schema-2019-09/meta/content.json' with { type: 'json' };
import core19 from 'ajv/dist/refs/json-schema-2019-09/meta/core.json' with { type: 'json' };
import format19 from 'ajv/dist/refs/json-schema-2019-09/meta/format.json' with { type: 'json' };
import metaData19 from 'ajv/dist/refs/json-schema-2019-09/meta/meta-data.json' with { type: 'json' };
import validation19 from 'ajv/dist/refs/json-schema-2019-09/meta/validation.json' with { type: 'json' };
import schema19 from 'ajv/dist/refs/json-schema-2019-09/schema.json' with { type: 'json' };
import applicator20 from 'ajv/dist/refs/json-schema-2020-12/meta/applicator.json' with { type: 'json' };
import content20 from 'ajv/dist/refs/json-schema-2020-12/meta/content.json' with { type: 'json' };
import core20 from 'ajv/dist/refs/json-schema-2020-12/meta/core.json' with { type: 'json' };
import format20 from 'ajv/dist/refs/json-schema-2020-12/meta/format-annotation.json' with { type: 'json' };
import metaData20 from 'ajv/dist/refs/json-schema-2020-12/meta/meta-data.json' with { type: 'json' };
import unevaluated20 from 'ajv/dist/refs/json-schema-2020-12/meta/unevaluated.json' with { type: 'json' };
import validation20 from 'ajv/dist/refs/json-schema-2020-12/meta/validation.json' with { type: 'json' };
import schema20 from 'ajv/dist/refs/json-schema-2020-12/schema.json' with { type: 'json' };
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import draft7 from 'ajv/dist/refs/json-schema-draft-07.json' with { type: 'json' };
import { API_METASCHEMA } from './dialects.js';
import { apiSchema, draft4 } from './draft-04.js';

const NEWEST = 'https://json-schema.org/draft/2020-12';
const OLDER = 'https://json-schema.org/draft/2019-09';

/** By the URI they are known under. */
export const METASCHEMAS: readonly (readonly [uri: string, document: unknown])[] = [
  [`${NEWEST}/schema`, schema20],
  [`${NEWEST}/meta/applicator`, applicator20],
  [`${NEWEST}/meta/content`, content20],
  [`${NEWEST}/meta/core`, core20],
  [`${NEWEST}/meta/format-annotation`, format20],
  [`${NEWEST}/meta/meta-data`, metaData20],
  [`${NEWEST}/meta/unevaluated`, unevaluated20],
  [`${NEWEST}/meta/validation`, validation20],
  [`${OLDER}/schema`, schema19],
  [`${OLDER}/meta/applicator`, applicator19],
  [`${OLDER}/meta/content`, content19],
  [`${OLDER}/meta/core`, core19],
  [`${OLDER}/meta/format`, format19],
  [`${OLDER}/meta/meta-data`, metaData19],
  [`${OLDER}/meta/validation`, validation19],
  ['http://json-schema.org/draft-07/schema', draft7],
  ['http://json-schema.org/draft-06/schema', draft6],
  ['http://json-schema.org/draft-04/schema', draft4],
  [API_METASCHEMA, apiSchema],
];
