// The balance at the end of each day, as a line of steps: it is constant between movements.
import { type PointerEvent, useState } from 'react';
import { moneyText } from '../../../shared/money.tsx';
import type { Overview } from '../../../shared/portal-api.ts';
import { utcDayText } from '../../../shared/time.tsx';
import { t } from '../words/t.ts';
import classes from './chart.module.css';
import { ticksOf } from './ticks.ts';
import '../words/overview.ts';

type Day = Overview['movement'][number];

/** Drawn in a square of this size, which is stretched to the place that there is. */
const SIZE = 100;

/** The number is only a height; labels keep the text. */
const heightOf = (amount: string) => Number.parseFloat(amount);

/** The chart, with a label; the table beside it has every figure. */
export function Chart({ movement }: { movement: readonly Day[] }) {
  const [pointed, setPointed] = useState<number>();
  const ticks = ticksOf(Math.max(...movement.map(({ closing }) => heightOf(closing))));
  const top = ticks.at(-1) ?? 1;
  const widthOfDay = SIZE / movement.length;
  const heights = movement.map(({ closing }) => SIZE - (Math.max(heightOf(closing), 0) / top) * SIZE);
  const steps = heights.map(
    (y, index) => `${index === 0 ? 'M' : 'L'}${index * widthOfDay} ${y}H${(index + 1) * widthOfDay}`,
  );
  const line = steps.join('');
  const label = t('overview.chartLabel', {
    days: movement.length,
    first: moneyText(movement.at(0)?.closing ?? '0'),
    last: moneyText(movement.at(-1)?.closing ?? '0'),
  });
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(Math.min(Math.max(Math.floor(((clientX - left) / width) * movement.length), 0), movement.length - 1));
  };
  return (
    <div className={classes.chart} role="img" aria-label={label}>
      <div className={classes.ticks}>
        {ticks.map((tick) => (
          <span key={tick} style={{ bottom: `${(tick / top) * SIZE}%` }}>
            ${tick.toLocaleString('en-US')}
          </span>
        ))}
      </div>
      <div className={classes.plot} onPointerMove={point} onPointerLeave={() => setPointed(undefined)}>
        <svg viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none" aria-hidden="true">
          {ticks.map((tick) => (
            <path key={tick} className={classes.grid} d={`M0 ${SIZE - (tick / top) * SIZE}H${SIZE}`} />
          ))}
          <path className={classes.area} d={`${line}V${SIZE}H0Z`} />
          <path className={classes.line} d={line} />
        </svg>
        {pointed !== undefined && <Pointed day={movement[pointed]} at={(pointed + 0.5) / movement.length} />}
      </div>
      <div className={classes.days}>
        {[0, Math.floor(movement.length / 2), movement.length - 1].map((index) => (
          <span key={index}>{utcDayText(movement[index]?.day ?? '')}</span>
        ))}
      </div>
    </div>
  );
}

/** The day under the pointer, on the side with more room. */
function Pointed({ day, at }: { day: Day | undefined; at: number }) {
  if (day === undefined) return null;
  return (
    <div className={classes.pointed} style={{ left: `${at * SIZE}%` }} data-side={at > 0.5 ? 'left' : 'right'}>
      <p>
        {utcDayText(day.day)}
        <strong className="figures">${moneyText(day.closing)}</strong>
      </p>
    </div>
  );
}
