// Tool: what an operation would cost, and every reason against it. It orders nothing.
import type { Client, Order, Schemas } from '@cardwright/sdk';
import { COMMANDS } from '../generated/commands.ts';
import { meaningOf } from './explain.ts';
import { MOST_RETRIES, toProperty } from './read.ts';
import { schemaOf, type Tool } from './tool.ts';

type Preview = Schemas['OperationPreview'];

/** Fields of an order that change neither its price nor whether it is accepted. */
const WITHOUT_EFFECT = ['name', 'metadata'];

/** Explains the price of an order, without ordering it. */
export function previewTool(client: Client): Tool {
  const row = COMMANDS.find(({ call }) => call.join('.') === 'operations.preview');
  const fields = (row?.body ?? []).filter(({ name }) => !WITHOUT_EFFECT.includes(name));
  return {
    name: 'preview_operation',
    title: 'Preview operation',
    description:
      'Explain what an operation would cost, and every reason for which it would be refused, with what each means ' +
      'and what to do next. Nothing is ordered. issue needs `productId` and `holderId`, topup needs `cardId`, ' +
      'service needs `productId` and `recipient`.',
    inputSchema: schemaOf(
      Object.fromEntries(fields.map((each) => [each.name, toProperty(each)])),
      fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    ),
    call: async (given, signal) => {
      const order = given as unknown as Order;
      const preview = await client.operations.preview(order, { signal, maxRetries: MOST_RETRIES });
      const reasons = preview.reasons.map((reason) => ({ ...reason, ...meaningOf(reason.code) }));
      const value = { ...preview, reasons };
      return { value, words: describe(order.type, value) };
    },
  };
}

function describe(type: string, { amount, fee, feeLines, total, allowed, quota, reasons }: Preview): string {
  const lines = feeLines.map((line) => `${line.kind} ${line.amount}`).join(' + ');
  const price = `${type} of ${amount} USD: fee ${fee} USD${lines === '' ? '' : ` (${lines})`}, total ${total} USD.`;
  const left = quota === null ? '' : ` ${quota.left} of ${quota.limit} cards are left this month.`;
  if (allowed) return `${price} It would be accepted.${left}`;
  const list = reasons.map((reason) => {
    const { meaning, nextStep } = meaningOf(reason.code);
    const more = meaning === undefined ? '' : ` ${meaning} Next step: ${nextStep}`;
    return `- ${reason.code}: ${reason.message}${more}`;
  });
  return `${price} It would be refused.${left}\n${list.join('\n')}`;
}
