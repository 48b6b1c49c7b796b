// Sends an answer: correct, or with the scenario's fault.
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { AnswerFault } from './scenarios.ts';
import type { Received } from './sql.ts';

/** Slow, and still well within the ten seconds that Cardwright waits. */
const SLOW_ANSWER_MS = 2_000;

/** The result of a request, known before its answer leaves. */
export function endingOf(fault: AnswerFault): Pick<Received, 'ending' | 'status'> {
  if (fault === 'never') return { ending: 'hung', status: null };
  if (fault === 'cut_body') return { ending: 'cut', status: 200 };
  return { ending: 'answered', status: fault === 'error' ? 500 : 200 };
}

/** Connections that get no answer, until the client closes them or we stop. */
export type Hanging = Set<Socket>;

/** Sends an answer with a fault. Without one it is the stored text, byte for byte. */
export async function sendAnswer(
  reply: FastifyReply,
  { answer, fault, hanging }: { answer: string; fault: AnswerFault; hanging: Hanging },
): Promise<FastifyReply> {
  switch (fault) {
    case 'never':
      return hang(reply, hanging);
    case 'cut_body':
      return cut(reply, answer);
    case 'error':
      return reply.code(500).send({ code: 'internal', message: 'Something went wrong.' });
    case 'slow':
      await sleep(SLOW_ANSWER_MS);
      return sendText(reply, answer);
    case 'none':
    case 'broken_json':
    case 'wrong_reference':
    case 'wrong_amount':
    case 'unknown_status':
      return sendText(reply, distort(answer, fault));
  }
}

/** Sends a text that is already JSON. */
export const sendText = (reply: FastifyReply, text: string): FastifyReply =>
  reply.header('content-type', 'application/json; charset=utf-8').send(text);

function distort(answer: string, fault: AnswerFault): string {
  if (fault === 'none') return answer;
  if (fault === 'broken_json') return answer.slice(0, -1); // as long as announced, but its last brace is missing
  const told = JSON.parse(answer) as Record<string, unknown>;
  if (fault === 'wrong_reference') return JSON.stringify({ ...told, reference: `${String(told['reference'])}-other` });
  if (fault === 'unknown_status') return JSON.stringify({ ...told, status: 'settling' });
  const more = { amount: `9${String(told['amount'])}` };
  return JSON.stringify({
    ...told,
    ...more,
    ...('payAmount' in told ? { payAmount: `9${String(told['payAmount'])}` } : {}),
  });
}

function hang(reply: FastifyReply, hanging: Hanging): FastifyReply {
  reply.hijack();
  const { socket } = reply.request.raw;
  hanging.add(socket);
  socket.once('close', () => hanging.delete(socket));
  return reply;
}

/** Announces the whole body, sends half of it and closes. */
function cut(reply: FastifyReply, answer: string): FastifyReply {
  reply.hijack();
  const body = Buffer.from(answer);
  reply.raw.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  reply.raw.write(body.subarray(0, body.length / 2), () => reply.request.raw.socket.destroySoon());
  return reply;
}
