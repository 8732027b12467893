/** What a step asks of the control, beside its action. */
export interface Wish {
  readonly value: string | undefined;
}
