/** An object as bytes of JSON; its lists are written in pieces, since they may be longer than any text can be. */
export function jsonBytes(value: object, end = ''): Uint8Array {
  if (!Object.values(value).some(isLong)) return ENCODER.encode(JSON.stringify(value) + end);
  const pieces: Uint8Array[] = [];
  let text = '';
  let before = '{';
  for (const [key, member] of Object.entries(value)) {
    text += `${before}${JSON.stringify(key)}:`;
    before = ',';
    if (!isLong(member)) {
      text += JSON.stringify(member);
      continue;
    }
    for (let at = 0; at < member.length; at += ITEMS_PER_PIECE) {
      const items = JSON.stringify(member.slice(at, at + ITEMS_PER_PIECE)).slice(1, -1);
      pieces.push(ENCODER.encode(`${text}${at === 0 ? '[' : ','}${items}`));
      text = '';
    }
    text = ']';
  }
  pieces.push(ENCODER.encode(`${text}}${end}`));
  return joined(pieces);
}

/** Texts of results are of limited length: so many of them are some megabytes at most. */
const ITEMS_PER_PIECE = 200;
const ENCODER = new TextEncoder();

function isLong(member: unknown): member is readonly unknown[] {
  return Array.isArray(member) && member.length > ITEMS_PER_PIECE;
}

/** Memory of its own, unlike what `Buffer.concat` gives: it can be transferred to another thread. */
function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
