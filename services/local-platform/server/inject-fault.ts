import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context as HonoContext } from 'hono';
import { z } from 'zod';
import type { Call, Fault } from './faults.ts';
import type { Connection } from './listen.ts';
import type { Platform } from './platform.ts';

export type Environment = { Bindings: Connection };

/** Faults whose answer has another shape in GraphQL and in ShipStation. */
export type OwnFault = Extract<Fault, { kind: 'throttled' | 'errors' | 'userErrors' }>;

/** A call that a fault may hit. `done` is the real answer, empty if the call wasn't executed. */
type FaultyCall = Call & {
  answerOwnFault: (fault: OwnFault, done: Response) => Response | Promise<Response>;
};

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

export const answerSchema = z.record(z.string(), z.unknown());

/** The answer that a fault gives instead of `done`, the real one. */
async function failWith(
  fault: Fault,
  done: Response,
  context: HonoContext<Environment>,
  call: FaultyCall,
): Promise<Response> {
  switch (fault.kind) {
    case 'delay':
      return done;
    case 'omit': {
      const answer = answerSchema.parse(await done.json());
      const kept = Object.entries(answer).filter(([name]) => !fault.fields.includes(name));
      return Response.json(Object.fromEntries(kept), { status: done.status });
    }
    case 'status':
      return new Response(fault.body, { status: fault.status, headers: fault.headers });
    case 'garbage':
      return new Response(fault.body, { headers: { 'Content-Type': 'application/json' } });
    case 'silence': {
      const { signal } = context.req.raw;
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      return RESPONSE_ALREADY_SENT;
    }
    case 'disconnect':
      context.env?.disconnect?.();
      return RESPONSE_ALREADY_SENT;
    default:
      return await call.answerOwnFault(fault, done);
  }
}

/** Does the work and answers it, unless a fault or else an active scenario hits the call. */
export async function answerCall(
  platform: Platform,
  call: FaultyCall,
  context: HonoContext<Environment>,
  work: () => Promise<Response>,
): Promise<Response> {
  const fault = platform.faults.take(call) ?? platform.scenarios.take(call);
  if (fault === null) return await work();
  const needsAnswer =
    fault.kind === 'delay' || fault.kind === 'omit' || (fault.kind === 'errors' && fault.withData);
  if (!fault.afterExecution) await pause(fault.delayMilliseconds);
  const done = fault.afterExecution || needsAnswer ? await work() : new Response();
  if (fault.afterExecution) await pause(fault.delayMilliseconds);
  return await failWith(fault, done, context, call);
}
