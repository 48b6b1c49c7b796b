// The balance at the end of each day. Only this file loads the chart library.
import '@mantine/charts/styles.css';
import { AreaChart } from '@mantine/charts';
import { moneyText } from '../../../shared/money.tsx';
import type { Overview } from '../../../shared/portal-api.ts';
import { utcDayText } from '../../../shared/time.tsx';
import { useScope } from '../session.ts';
import { t } from '../words/t.ts';

/** The number is only a height in the chart; labels keep the text. */
const heightOf = (amount: string) => Number.parseFloat(amount);

/** Short enough for the axis: 1.2k. */
const axis = new Intl.NumberFormat('en', { notation: 'compact' });

/** The chart, with a label; the table beside it has every figure. */
export function Chart({
  movement,
}: Pick<Overview, 'movement'> | { movement: readonly Overview['movement'][number][] }) {
  const { environment } = useScope();
  const rows = movement.map(({ day, closing }) => ({
    day: utcDayText(day),
    closing: heightOf(closing),
    text: closing,
  }));
  const label = t('overview.chartLabel', {
    first: moneyText(movement.at(0)?.closing ?? '0'),
    last: moneyText(movement.at(-1)?.closing ?? '0'),
  });
  return (
    <div role="img" aria-label={label}>
      <AreaChart
        h={220}
        data={rows}
        dataKey="day"
        series={[
          { name: 'closing', label: t('overview.closing'), color: environment === 'live' ? 'indigo.5' : 'amber.5' },
        ]}
        curveType="step" // a balance is constant between movements
        withDots={false}
        gridAxis="x"
        strokeWidth={2}
        fillOpacity={0.14}
        valueFormatter={(value) => axis.format(value)}
        xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 48 }}
        areaChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}
