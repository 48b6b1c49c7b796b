// Attacks: the load of one company never delays another.
import { NO_RATE_LIMITS } from '@cardwright/stack/start.ts';
import { type Context, type Counts, type Proof, sizeOf } from '../harness/proof.ts';
import { answerBehaviours, refuseUnstorable } from './answers.ts';
import { neighboursBugs } from './bugs.ts';
import { checkParked } from './checks.ts';
import { compare, isSlower, judge, judgeGross, type Round } from './compare.ts';
import { portalBehaviours } from './portal.ts';
import { calm, requestBehaviours } from './requests.ts';
import { type Behaviour, runSlot } from './slots.ts';
import { kinds, type Steady, startSteady } from './steady.ts';
import { makeCompany, openWorld, type World } from './world.ts';

const behaviours = [...answerBehaviours, ...requestBehaviours, ...portalBehaviours];

/** Rounds more for a behaviour beyond the bar. A delay by a neighbour recurs in each, one by the machine does not. */
const MORE_ROUNDS = 3;

const REPEATED = 'a call to the issuer was repeated';

async function run(context: Context): Promise<Counts> {
  const world = await openWorld(context);
  try {
    await refuseUnstorable(world);
    const steady = await startSteady(world);
    try {
      const { worst, ratio } = judge(context, compare(await runRounds(world, steady)));
      if (steady.starved() > 0) context.violation('something waited for too long', { starved: steady.starved() });
      const parked = await checkParked(world);
      const { repeats } = world.issuer;
      return {
        behaviours: behaviours.length,
        measured: steady.samples(),
        calls: world.issuer.calls(),
        repeated: repeats.length,
        deliveries: world.receiver.requests(),
        starved: steady.starved(),
        parked,
        worst,
        ratio,
      };
    } finally {
      await steady.stop();
    }
  } finally {
    await world.close();
  }
}

/** Every behaviour in each round, with good behaviour before and after it; then more rounds of those beyond the bar. */
async function runRounds(world: World, steady: Steady): Promise<Round[]> {
  const { context } = world;
  const [rounds, slotMs] = [sizeOf(context.sizes, 'rounds'), sizeOf(context.sizes, 'slotMs')];
  const good = await makeCompany(world, 'Good', world.clients.other);
  const behave = () => runSlot(world, steady, { behaviour: calm, company: good, slotMs });
  await behave(); // warm-up
  const done: Round[] = [];
  let repeated = 0;
  let before = await behave();
  const measure = async (behaviour: Behaviour) => {
    const company = await makeCompany(world, `Bad ${behaviour.name}`, world.clients.other);
    const beside = await runSlot(world, steady, { behaviour, company, slotMs });
    const after = await behave();
    const measured = { name: behaviour.name, before, beside, after };
    done.push(measured);
    show(measured);
    judgeGross(context, measured);
    for (const repeat of world.issuer.repeats.slice(repeated)) context.violation(REPEATED, repeat);
    repeated = world.issuer.repeats.length;
    await checkParked(world);
    before = after;
  };
  for (let round = 0; round < rounds; round++) {
    for (const behaviour of behaviours) {
      await measure(behaviour);
      context.progress(done.length, rounds * behaviours.length, 'behaviours');
    }
  }
  for (let round = 0; round < MORE_ROUNDS; round++) {
    const slower = new Set(compare(done).flatMap((each) => (isSlower(each) ? [each.name] : [])));
    for (const behaviour of behaviours.filter(({ name }) => slower.has(name))) await measure(behaviour);
  }
  return done;
}

/** The times next to one behaviour and around it, as p50/p90 in milliseconds. */
function show({ name, before, beside, after }: Round): void {
  const figures = kinds.map((kind) => {
    const [good, bad, again] = [before, beside, after].map((times) => times[kind]).map(toText);
    return `${kind} ${good} > ${bad} > ${again}`;
  });
  process.stderr.write(`neighbours: ${name}: ${figures.join(', ')}\n`);
}

const toText = ({ p50, p90 }: { p50: number; p90: number }) => `${Math.round(p50)}/${Math.round(p90)}`;

export const neighbours: Proof = {
  promise: 'The load of one company never delays another.',
  sizes: {
    full: { rounds: 5, slotMs: 6_000, backlog: 10_000 },
    small: { rounds: 2, slotMs: 2_000, backlog: 1_500 },
  },
  stack: {
    api: 1,
    workers: 0, // started later with another issuer URL
    issuer: true,
    portal: true,
    metrics: true,
    env: { ...NO_RATE_LIMITS, CARDWRIGHT_LOG_LEVEL: 'fatal', ISSUER_SANDBOX_LOG_LEVEL: 'fatal' },
  },
  run,
  bugs: neighboursBugs,
};
