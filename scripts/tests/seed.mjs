// The seed of all generated cases: every run generates the same ones. SVC_TEST_SEED asks for others, and `npm run fuzz`
// looks for them.
export const SEED = Number(process.env['SVC_TEST_SEED'] ?? 20_261_119);
if (!Number.isSafeInteger(SEED)) throw new Error('SVC_TEST_SEED must be a whole number');
