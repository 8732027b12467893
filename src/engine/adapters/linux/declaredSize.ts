/** What a web page says of an element. */
export type Attributes = ReadonlyMap<string, string>;

/** The size that a web grid declares; absent where it declares none, or that nobody knows it (−1). */
export function declaredSize(attributes: Attributes): { readonly rows?: number; readonly columns?: number } {
  const rows = countOf(attributes.get('rowcount'));
  const columns = countOf(attributes.get('colcount'));
  return { ...(rows !== undefined && { rows }), ...(columns !== undefined && { columns }) };
}

/** A count or an index from 1 on. */
export function countOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}
