import { CALLS, NULL_PATH, type Reference } from './atspi.ts';
import type { Batch } from './batch.ts';
import { EMBEDDED_OBJECT } from './details.ts';
import { ROLE } from './roles.ts';
import type { Span } from './textPage.ts';
import { lengthOf } from './textUnits.ts';

/** Objects that are asked for together: enough to keep an application busy, few enough to stop soon. */
const TOGETHER = 64;
/** Objects with at most so many others in them are read with those, down to so many levels. */
const SMALL = 16;
const DEEP = 2;

const ONLY_OBJECTS = new RegExp(`^${EMBEDDED_OBJECT}+$`);

/** An object of a document; `objects` are those whose stand-ins are in its text, where they have been read. */
interface DocumentObject {
  readonly path: string;
  readonly role: number;
  readonly text: string;
  readonly objects?: readonly DocumentObject[];
}

/** What surrounds a stretch of text. */
type Surroundings = Pick<Span, 'link' | 'heading'>;

/**
 * The text of an object with that of the objects in it, each in the place of its stand-in. What is nothing but stand-ins
 * is laid out in lines. Nothing comes out of a password.
 */
export async function* wholeText(batch: Batch, path: string): AsyncGenerator<Span> {
  yield* spansOf(batch, await readObject(batch, path, 0), {});
}

async function* spansOf(batch: Batch, object: DocumentObject, around: Surroundings): AsyncGenerator<Span> {
  if (object.role === ROLE.passwordText) return;
  const { path, text } = object;
  const within = surroundingsIn(object, around);
  const isLayout = ONLY_OBJECTS.test(text);
  let isFirst = true;
  let own = 0;
  for await (const { before, inside } of piecesOf(batch, object)) {
    if (before !== '') yield { text: before, path, own, ...within };
    own += lengthOf(before) + 1;
    if (!inside) continue;
    let isBroken = !isLayout || isFirst;
    for await (const span of spansOf(batch, inside, within)) {
      if (!isBroken) yield { text: '\n', own: 0 };
      isBroken = true;
      isFirst = false;
      yield span;
    }
  }
}

function surroundingsIn({ role, path }: DocumentObject, around: Surroundings): Surroundings {
  if (role === ROLE.link) return { ...around, link: true };
  return role === ROLE.heading ? { ...around, heading: path } : around;
}

/** The stretches of an object's own text, each with the object that stands behind it; none stands behind the last. */
async function* piecesOf(
  batch: Batch,
  object: DocumentObject,
): AsyncGenerator<{ readonly before: string; readonly inside?: DocumentObject }> {
  const parts = object.text.split(EMBEDDED_OBJECT);
  const inner = parts.length > 1 ? objectsIn(batch, object) : undefined;
  for (const [index, before] of parts.entries()) {
    const next = index < parts.length - 1 ? await inner?.next() : undefined;
    yield next && !next.done ? { before, inside: next.value } : { before };
  }
}

/** The objects in an object, in their order, a number of them at a time. */
async function* objectsIn(batch: Batch, object: DocumentObject): AsyncGenerator<DocumentObject> {
  if (object.objects) {
    yield* object.objects;
    return;
  }
  const pathAt = await pathsOf(batch, object);
  const count = standIns(object.text);
  for (let from = 0; from < count; from += TOGETHER) {
    const indexes = Array.from({ length: Math.min(TOGETHER, count - from) }, (_, offset) => from + offset);
    yield* await Promise.all(indexes.map(async (index) => readObject(batch, await pathAt(index), DEEP)));
  }
}

async function readObject(batch: Batch, path: string, levels: number): Promise<DocumentObject> {
  const [text, role] = await Promise.all([
    batch.optional(path, CALLS.text, '', 0, -1),
    batch.optional(path, CALLS.role, 0),
  ]);
  const object = { path, role, text: role === ROLE.passwordText ? '' : text };
  const count = standIns(object.text);
  if (levels === 0 || count === 0 || count > SMALL) return object;
  const pathAt = await pathsOf(batch, object);
  const inner = Array.from({ length: count }, async (_, index) => readObject(batch, await pathAt(index), levels - 1));
  return { ...object, objects: await Promise.all(inner) };
}

/**
 * Tells the object that each stand-in stands for. The children of a paragraph are also its stretches of text, which have
 * no stand-in; only where nothing but stand-ins is, the children are the objects. They are asked for one by one: the
 * list of twenty thousand children takes Chromium longer than a whole read may.
 */
async function pathsOf(batch: Batch, { path, text }: DocumentObject): Promise<(index: number) => Promise<string>> {
  const isLayout = ONLY_OBJECTS.test(text);
  if (isLayout && (await batch.optional(path, CALLS.childCount, 0)) === standIns(text)) {
    return async (index) => ownPath(batch, await batch.optional(path, CALLS.childAt, NO_OBJECT, index));
  }
  return (index) => pathOfLink(batch, path, index);
}

/** A link is a thing of its own, which names the object that it stands for. */
async function pathOfLink(batch: Batch, path: string, index: number): Promise<string> {
  const link = await batch.optional(path, CALLS.link, NO_OBJECT, index);
  return ownPath(batch, await batch.optional(ownPath(batch, link), CALLS.linkedObject, NO_OBJECT, 0));
}

const NO_OBJECT: Reference = ['', NULL_PATH];

/** An object of another program cannot be asked over this connection; it has no text here. */
function ownPath(batch: Batch, [bus, path]: Reference): string {
  return bus === batch.destination ? path : NULL_PATH;
}

function standIns(text: string): number {
  return text.split(EMBEDDED_OBJECT).length - 1;
}
