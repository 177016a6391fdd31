/** The style of the page of a comparison. */
export const DIFF_STYLE = `
.sides{width:auto;margin-top:1rem}
.sides td,.sides th{padding-right:1.5rem}
.sides td.mono{min-width:8rem}
.threshold{margin-top:1.5rem;padding:1rem 1.25rem;border-left-width:4px}
.threshold.passed{border-left-color:var(--passed-fill)}.threshold.failed{border-left-color:var(--failed-fill)}
.threshold.passed h2{color:var(--passed)}.threshold.failed h2{color:var(--failed)}
.threshold ul{margin-top:.5rem;padding-left:1.125rem}
.threshold li{overflow-wrap:anywhere}
.threshold .file{color:var(--soft)}
.threshold b{font-variant-numeric:tabular-nums}
#tests{margin:2rem 0 .75rem}
.tests th,.tests td{padding:.5625rem .75rem}
.tests thead th{background:var(--sunk);white-space:nowrap}
.tests tbody th{color:inherit;min-width:9rem;overflow-wrap:anywhere}
.tests td.mono{min-width:9rem}
.tests thead button{display:inline-flex;align-items:baseline;min-height:0;margin:-.25rem -.5rem;padding:.25rem .5rem;border:0;background:none;color:inherit;font-weight:inherit}
.tests thead .number button{flex-direction:row-reverse}
.tests thead button:hover{color:var(--ink)}
.tests thead button::after{content:"";width:.875rem;text-align:center}
.tests thead [aria-sort=ascending] button::after{content:"▲";font-size:.625rem}
.tests thead [aria-sort=descending] button::after{content:"▼";font-size:.625rem}
.mark{display:inline-block;width:1rem;font-weight:700;text-align:center}
.flip{display:block;padding-left:1.25rem;color:var(--soft);font-size:.8125rem;white-space:nowrap}
.note{display:block;color:var(--soft);font-size:.8125rem;white-space:nowrap}
.threshold .note{display:inline;margin-left:.5rem}
.medians{margin:-.5rem 0 .75rem;color:var(--soft)}
.good .mark,.good .change{color:var(--passed)}
.bad .mark,.bad .change{color:var(--failed)}
.gone .mark{color:var(--skipped)}
.same .mark,.gone th,.gone .number{color:var(--soft)}
.empty{padding:2.5rem 1.25rem;text-align:center;color:var(--soft)}
@media (max-width:40rem){.page{padding:1.25rem .875rem 3rem}.tests th,.tests td{padding:.5rem}.tests tbody th,.tests td.mono{min-width:7rem}}
`;
