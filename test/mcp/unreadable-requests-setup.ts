export const INVALID_PARAMS = -32_602;
