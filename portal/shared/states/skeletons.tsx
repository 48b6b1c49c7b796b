// Placeholders in the layout of what comes, so that nothing jumps. A page shows its own title while it loads.
import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../words/t.ts';
import classes from './skeletons.module.css';

/** Says once that something loads. */
function Coming({ children }: { children: ReactNode }) {
  return (
    <div aria-busy="true" role="status">
      <span className="hidden-name">{t('states.loading')}</span>
      {children}
    </div>
  );
}

const times = (count: number, one: (index: number) => ReactNode) => Array.from({ length: count }, (_, at) => one(at));

/** A line of text. */
const Line = ({ width }: { width: string }) => <Skeleton className={classes.line} width={width} radius="sm" />;

/** The head and rows of a table; two lines to a row on phones. */
const TableLines = ({ rows }: { rows: number }) => (
  <>
    <div className={classes.head} />
    {times(rows, (row) => (
      <div key={row} className={classes.row}>
        <div>
          <Line width="70%" />
          <Line width="45%" />
        </div>
        <Line width="50%" />
        <Line width="60%" />
        <Line width="4.5rem" />
      </div>
    ))}
  </>
);

const Titled = ({ children }: { children: ReactNode }) => (
  <div className="surface">
    <div className={classes.title}>
      <Line width="9rem" />
    </div>
    {children}
  </div>
);

/** Names on the left and values on the right. */
const FactLines = ({ count }: { count: number }) => (
  <div className={classes.facts}>
    {times(count, (at) => (
      <div key={at} className={classes.fact}>
        <Line width="6rem" />
        <Line width="9rem" />
      </div>
    ))}
  </div>
);

/** Rows of a loading list, on the surface of the list. */
export function RowsSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <Coming>
      <TableLines rows={rows} />
    </Coming>
  );
}

/** Sections with rows. */
export function SectionSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <Coming>
      <Titled>
        <TableLines rows={rows} />
      </Titled>
    </Coming>
  );
}

/** An object: its facts, beside its picture or history if it has one, and a list of what belongs to it. */
export function DetailSkeleton({ columns = 1, list = columns === 1 }: { columns?: 1 | 2; list?: boolean }) {
  return (
    <Coming>
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, md: columns }} spacing="lg">
          {times(columns, (at) => (
            <Titled key={at}>
              <FactLines count={6} />
            </Titled>
          ))}
        </SimpleGrid>
        {list && (
          <Titled>
            <TableLines rows={3} />
          </Titled>
        )}
      </Stack>
    </Coming>
  );
}

/** Fields with their labels, in two columns. */
export function FormSkeleton({ fields = 8 }: { fields?: number }) {
  return (
    <Coming>
      <Titled>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" px="lg" pb="lg">
          {times(fields, (at) => (
            <div key={at}>
              <Line width="7rem" />
              <Skeleton height={36} radius="md" />
            </div>
          ))}
        </SimpleGrid>
      </Titled>
    </Coming>
  );
}

const Figures = ({ count }: { count: number }) =>
  times(count, (at) => (
    <div key={at} className={classes.figure}>
      <Line width="60%" />
      <Skeleton className={classes.amount} width="75%" radius="sm" />
      <Line width="50%" />
    </div>
  ));

/** Figures, a chart, and two lists beside each other. */
export function OverviewSkeleton() {
  return (
    <Coming>
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={{ base: 'sm', sm: 'lg' }} className={classes.figures}>
          <Figures count={4} />
        </SimpleGrid>
        <Titled>
          <div className={classes.chart}>
            <Skeleton height="100%" radius="md" />
          </div>
        </Titled>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          {times(2, (at) => (
            <Titled key={at}>
              <FactLines count={5} />
            </Titled>
          ))}
        </SimpleGrid>
      </Stack>
    </Coming>
  );
}

/** Totals, and what they are made of. */
export function StatementSkeleton() {
  return (
    <Coming>
      <Stack gap="lg">
        <SimpleGrid className="surface" cols={{ base: 2, md: 4 }} spacing={0}>
          <Figures count={4} />
        </SimpleGrid>
        <Titled>
          <TableLines rows={6} />
        </Titled>
      </Stack>
    </Coming>
  );
}

/** A page whose title is not known yet. */
export function PageSkeleton() {
  return (
    <Coming>
      <Stack gap="lg">
        <Skeleton height={32} width={220} radius="sm" />
        <Titled>
          <TableLines rows={6} />
        </Titled>
      </Stack>
    </Coming>
  );
}
