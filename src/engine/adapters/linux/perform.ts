import type { Handle } from '../../../model/element.ts';
import { impossible, type Outcome, type PatternCall, refused } from '../../../model/patternCall.ts';
import type { AccessibilityBus } from './accessibilityBus.ts';
import type { ActingSockets } from './actingSockets.ts';
import { CALLS, INTERFACES } from './atspi.ts';
import type { Binding } from './batch.ts';
import { answered, type CallTarget, doAction, shortName } from './callTarget.ts';
import { referenceOf } from './handles.ts';
import { intrusion } from './intrusion.ts';
import { roleActions } from './mainAction.ts';
import { isDisabled } from './map.ts';
import { losesNumber, scrollPage } from './scrolling.ts';
import { choose, select } from './selecting.ts';
import { applicationNamed, inBatch, SINGLE_LIMIT } from './single.ts';
import { resolved } from './tableCell.ts';
import { insertedLength, replaceText, selectText, setCaret } from './textActs.ts';

/** `ATSPI_SCROLL_ANYWHERE`: wherever it can be seen. */
const ANYWHERE = 6;

/** Makes one call on a control. Whether it is enabled is asked first: toolkits report success for those that are not. */
export async function perform(
  bus: AccessibilityBus,
  sockets: ActingSockets,
  handle: Handle,
  call: PatternCall,
  signal: AbortSignal,
): Promise<Outcome> {
  const [name, named] = referenceOf(handle);
  const application = await applicationNamed(bus, name);
  return sockets.with(application, SINGLE_LIMIT, (connection) =>
    inBatch(connection, application, signal, async (batch) => {
      const { path } = await resolved(batch, named);
      const [role, interfaces, states] = await Promise.all([
        batch.ask(path, CALLS.role),
        batch.ask(path, CALLS.interfaces),
        batch.ask(path, CALLS.states),
      ]);
      if (isDisabled({ states }, application.toolkit)) return impossible('it is disabled');
      const target = { batch, application, path, role, interfaces, states };
      return (await intrusion(target, call)) ?? performOn(target, call);
    }),
  );
}

function performOn(target: CallTarget, call: PatternCall): Promise<Outcome> {
  switch (call.call) {
    case 'invoke':
    case 'toggle':
    case 'expand':
    case 'collapse':
      return doAction(target, roleActions(call.call));
    case 'secondary':
      return doAction(target, (names) => names.indexOf(call.name));
    case 'setValue':
      return flagged(target, INTERFACES.editableText, CALLS.setText, call.value);
    case 'appendText':
      return appendText(target, call.text);
    case 'setCaret':
      return setCaret(target, call.offset);
    case 'selectText':
      return selectText(target, call.range);
    case 'replaceText':
      return replaceText(target, call.range, call.text);
    case 'setNumber':
      return setNumber(target, call.value);
    case 'select':
    case 'addToSelection':
      return select(target);
    case 'choose':
      return choose(target, call.name, call.only);
    case 'scrollPage':
      return scrollPage(target, call.forward);
    case 'scrollIntoView':
      return flagged(target, INTERFACES.component, CALLS.scrollTo, ANYWHERE);
  }
}

async function flagged(
  { batch, path, interfaces }: CallTarget,
  needed: string,
  binding: Binding<boolean>,
  ...args: readonly unknown[]
): Promise<Outcome> {
  if (!interfaces.includes(needed)) return refused(`it has no ${shortName(needed)} interface`);
  return answered(batch.ask(path, binding, ...args));
}

async function appendText({ batch, path, interfaces, application }: CallTarget, text: string): Promise<Outcome> {
  if (!interfaces.includes(INTERFACES.editableText)) return refused('it has no EditableText interface');
  const end = await batch.ask(path, CALLS.characterCount);
  const length = insertedLength(application.toolkit.family, text);
  return answered(batch.ask(path, CALLS.insertText, end, text, length));
}

/** Setting a property has no answer but an error. */
async function setNumber(target: CallTarget, value: number): Promise<Outcome> {
  const { batch, path, interfaces } = target;
  if (!interfaces.includes(INTERFACES.value)) return refused('it has no Value interface');
  if (losesNumber(target, value)) return refused('LibreOffice would scroll to the beginning, whatever the number');
  return answered(batch.ask(path, CALLS.setCurrentValue, ['d', value]).then(() => true));
}
