const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** What opening brackets (`[` and `{`) and closing ones (`]` and `}`) add to the depth. */
const STEP: Readonly<Record<number, number>> = { 91: 1, 123: 1, 93: -1, 125: -1 };

/** Whether JSON text is nested deeper than `limit`, told without parsing it and without recursion. */
export function exceedsDepth(json: Buffer, limit: number): boolean {
  // Each level takes two bytes.
  if (json.length <= 2 * limit) {
    return false;
  }
  let depth = 0;
  for (let index = 0; index < json.length && depth <= limit; index += 1) {
    const byte = json[index] ?? 0;
    if (byte === QUOTE) {
      index = endOfString(json, index);
    } else {
      depth += STEP[byte] ?? 0;
    }
  }
  return depth > limit;
}

/** Index of the quote that closes the string opened at `start`; the end of the text when none does. */
function endOfString(json: Buffer, start: number): number {
  let end = json.indexOf(QUOTE, start + 1);
  while (end >= 0 && isEscaped(json, end)) {
    end = json.indexOf(QUOTE, end + 1);
  }
  return end < 0 ? json.length : end;
}

function isEscaped(json: Buffer, quote: number): boolean {
  let backslashes = 0;
  while (json[quote - 1 - backslashes] === BACKSLASH) {
    backslashes += 1;
  }
  return backslashes % 2 === 1;
}
