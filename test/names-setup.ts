/** Each fetches the package `svc` where it is not installed, or imports it. */
export const STRANGER = [
  /\bnpx (?:-\S+ )*svc(?!-http)/,
  /\b(?:npm|pnpm|yarn|bun) (?:exec|x|dlx) (?:-\S+ )*svc(?!-http)/,
  /\b(?:bunx|pnpx) (?:-\S+ )*svc(?!-http)/,
  /\b(?:npm|pnpm|yarn|bun) (?:install|i|add) (?:-\S+ )*svc(?![-\w])/,
  /\b(?:from|import|require)\b[ (]*['"]svc['"]/,
];
