/** The parts of a run that svc_result reads. */
export const RUN_PARTS = ['summary', 'failures', 'tests'] as const;
/** They need the number of a request. */
export const REQUEST_PARTS = ['request', 'headers', 'body', 'assertions', 'captures'] as const;

export type RequestPart = (typeof REQUEST_PARTS)[number];
export type ResultPart = (typeof RUN_PARTS)[number] | RequestPart;
