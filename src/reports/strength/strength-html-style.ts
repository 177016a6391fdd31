/** The style of the page about strength. */
export const STRENGTH_STYLE = `
h2{margin:2rem 0 .75rem}
.summary{margin-top:.5rem;color:var(--soft)}
.min{margin-top:1.5rem;padding:1rem 1.25rem;border-left-width:4px}
.min.passed{border-left-color:var(--passed-fill)}.min.failed{border-left-color:var(--failed-fill)}
.scores th,.scores td{padding:.5625rem .75rem}
.scores thead th{background:var(--sunk);white-space:nowrap}
.scores tbody th{color:inherit;min-width:9rem;overflow-wrap:anywhere}
.scores tbody .file{background:var(--sunk)}
.scores .place{color:var(--soft)}
.score.good{color:var(--passed)}.score.fair{color:var(--skipped)}.score.poor{color:var(--failed)}
.survivors{margin-bottom:.75rem;padding:.875rem 1.125rem;overflow-wrap:anywhere}
.survivors h3{font-size:1rem}
.survivors .place{color:var(--soft)}
.survivors ul{margin:.5rem 0;padding-left:1.25rem}
.survivors pre{margin-top:.25rem}
details{margin-bottom:.75rem;padding:.75rem 1.125rem}
summary{cursor:pointer;font-weight:600;overflow-wrap:anywhere}
details ul{margin-top:.5rem;padding-left:1.25rem}
details li{overflow-wrap:anywhere}
.rule,.quiet-note{color:var(--soft)}
@media (max-width:40rem){.page{padding:1.25rem .875rem 3rem}.scores th,.scores td{padding:.5rem}}
`;
