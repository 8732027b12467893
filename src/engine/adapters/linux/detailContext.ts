import type { Batch } from './batch.ts';
import type { Toolkit } from './toolkits.ts';

/** What the details of an object depend on beside the object. */
export interface DetailContext {
  readonly batch: Batch;
  readonly toolkit: Toolkit;
}
