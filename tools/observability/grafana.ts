// Dashboards as files that Grafana imports.
import { VizLegendOptionsBuilder } from '@grafana/grafana-foundation-sdk/common';
import {
  DashboardBuilder,
  DatasourceVariableBuilder,
  RowBuilder,
  ThresholdsConfigBuilder,
  ThresholdsMode,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as TimeseriesBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import type { Dashboard, Panel } from './dashboards.ts';

/** Of 24 columns: two graphs stand side by side, or six figures. */
const GRAPH = { width: 12, height: 8 };
const FIGURE = { width: 4, height: 4 };

/** The Prometheus that was chosen on import. */
const SOURCE = { type: 'prometheus', uid: `\${prometheus}` };

/** The file of a dashboard. */
export function dashboardFile({ name, title, asks, rows }: Dashboard): string {
  const builder = new DashboardBuilder(title)
    .uid(`cardwright-${name}`)
    .description(asks)
    .tags(['cardwright'])
    .refresh('30s')
    .time({ from: 'now-6h', to: 'now' })
    .readonly()
    .withVariable(new DatasourceVariableBuilder('prometheus').label('Prometheus').type('prometheus'));
  for (const [words, panels] of Object.entries(rows)) {
    builder.withRow(new RowBuilder(words));
    for (const panel of panels) builder.withPanel(buildPanel(panel));
  }
  return `${JSON.stringify(builder.build(), null, 2)}\n`;
}

function buildPanel(panel: Panel): StatBuilder | TimeseriesBuilder {
  const { redFrom } = panel;
  const builder = redFrom === undefined ? graph() : figure(redFrom);
  builder
    .title(panel.title)
    .unit(panel.unit ?? 'short')
    .datasource(SOURCE)
    .min(0);
  for (const [index, [legend, expression]] of Object.entries(panel.shows).entries()) {
    const letter = String.fromCharCode('A'.charCodeAt(0) + index);
    builder.withTarget(new DataqueryBuilder().refId(letter).expr(expression).legendFormat(legend));
  }
  return builder;
}

const graph = (): TimeseriesBuilder =>
  new TimeseriesBuilder().span(GRAPH.width).height(GRAPH.height).legend(new VizLegendOptionsBuilder().showLegend(true));

function figure(redFrom: number): StatBuilder {
  const steps = [
    { value: null, color: 'green' },
    { value: redFrom, color: 'red' },
  ];
  return new StatBuilder()
    .span(FIGURE.width)
    .height(FIGURE.height)
    .thresholds(new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps(steps));
}
