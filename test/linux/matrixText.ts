import { type Answer, control, type Subject, yes } from './matrixSubject.ts';
import { NEVER } from './reading.ts';

function story(subject: Subject, start = 0, count = 1_000, looks = false) {
  const { adapter, tree, program } = subject;
  const node = control(tree, program.facts.story.name, ({ patterns }) => patterns.text !== undefined);
  if (!node) throw new Error(`no control ${program.facts.story.name}`);
  return adapter.text(node.handle, { start, count, attributes: looks }, NEVER);
}

/** A part that begins with an astral character, and the length of the whole. */
export async function textParts(subject: Subject): Promise<Answer> {
  const points = Array.from(subject.program.facts.story.text);
  const { text, total, source } = await story(subject, 6, 6);
  return yes(source === 'Text' && text === points.slice(6, 12).join('') && total === points.length);
}

/** Where the caret is: at either end of what is selected. */
export async function caret(subject: Subject): Promise<Answer> {
  const at = (await story(subject)).caret;
  return yes(at !== undefined && subject.program.facts.story.bold.includes(at));
}

/** What is selected. */
export async function selection(subject: Subject): Promise<Answer> {
  const [start, end] = subject.program.facts.story.bold;
  const { selections = [] } = await story(subject);
  return yes(selections.length === 1 && selections[0]?.start === start && selections[0].end === end);
}

/** Which part is bold. */
export async function attributes(subject: Subject): Promise<Answer> {
  const { text, bold } = subject.program.facts.story;
  const { runs = [] } = await story(subject, 0, 1_000, true);
  const isBold = (at: number) => runs.some((run) => run.start <= at && at < run.end && run.attributes.bold === true);
  return yes(Array.from(text).every((_, at) => isBold(at) === (bold[0] <= at && at < bold[1])));
}
