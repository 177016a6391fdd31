import type { JSX } from 'preact';

/** Paths on a 16 by 16 grid, drawn with one stroke width. */
const PATHS = {
  files: 'M3 2.5h4l1.5 2H13v9H3z',
  file: 'M4 1.8h5l3 3v9.4H4zM9 1.8v3h3',
  history: 'M2.5 8a5.5 5.5 0 1 0 1.7-4M2.5 2.5V5H5M8 5v3.2l2.2 1.3',
  environments: 'M8 1.8 14 5 8 8.2 2 5zM2 8l6 3.2L14 8M2 11l6 3.2L14 11',
  settings: 'M2 4.5h6M11 4.5h3M2 11.5h3M8 11.5h6M8 2.8v3.4M11 2.8v3.4M5 9.8v3.4M8 9.8v3.4',
  mock: 'M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5h.1M5 11h.1M8 5h3M8 11h3',
  record: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 5.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6',
  contract: 'M3.5 1.8h9v12.4h-9zM6 5h4M6 7.5h4M6 10.7l1.2 1.2L9.8 9.4',
  download: 'M8 2v8M4.8 7 8 10.2 11.2 7M2.5 13.5h11',
  stress: 'M2.5 12.5a6 6 0 1 1 11 0M8 10.5l3-4.2M8 10.5v.2M4.6 9.8h.2M5.6 6.4l.2.2',
  exchange: 'M5 2.5v9M2.5 9 5 11.5 7.5 9M11 13.5v-9M8.5 7 11 4.5 13.5 7',
  play: 'M4.5 2.8v10.4l8.5-5.2z',
  stop: 'M4 4h8v8H4z',
  plus: 'M8 3v10M3 8h10',
  close: 'M4 4l8 8M12 4l-8 8',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.3 10.3l3.2 3.2',
  rename: 'M9.5 3.5l3 3M2.5 13.5l.7-3.3 7.5-7.5 2.6 2.6-7.5 7.5z',
  trash: 'M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.5 9h6l.5-9',
  chevron: 'M6 4l4 4-4 4',
  check: 'M3 8.5l3.2 3.2L13 4.8',
  cross: 'M4.5 4.5l7 7M11.5 4.5l-7 7',
  skip: 'M3 8h10',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  sun: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5z',
  system: 'M2 3h12v8H2zM6 14h4M8 11v3',
  format: 'M2.5 4h11M2.5 8h7M2.5 12h9',
  save: 'M3 2.5h8l2 2v9H3zM5.5 2.5v3.5h4v-3.5M5 13.5V9.5h6v4',
  sidebar: 'M2.5 3h11v10h-11zM6.5 3v10',
  results: 'M2.5 3h11v10h-11zM9.5 3v10',
  help: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M6.2 6.3a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.8.7-.8 1.3M8 11.4v.1',
  more: 'M3.4 8h.2M7.9 8h.2M12.4 8h.2',
  filter: 'M2 3h12L9.5 8.5V13l-3-1.5v-3z',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8M8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  strength: 'M8 1.8 13 3.6v4.2c0 3-2.1 5-5 6.4-2.9-1.4-5-3.4-5-6.4V3.6z',
  trend: 'M2 12l4-4 3 2.5L14 4M10.5 4H14v3.5',
  warning: 'M8 2.5l6 11H2zM8 6.5v3.5M8 11.8v.2',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
