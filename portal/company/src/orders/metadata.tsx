// A client's own data on an object.
import { Section } from '../../../shared/page.tsx';
import { t } from '../words/t.ts';
import { Facts } from './facts.tsx';
import classes from './orders.module.css';
import '../words/operations.ts';

type Metadata = Readonly<Record<string, string>>;

/** Metadata as names and values, in the order in which they were sent; nothing if there is none. */
export function MetadataSection({ metadata }: { metadata: Metadata }) {
  if (Object.keys(metadata).length === 0) return null;
  return (
    <Section title={t('operations.metadata')}>
      <div className={classes.inside}>
        <Facts facts={Object.entries(metadata).map(([name, value]) => ({ name, value }))} />
      </div>
    </Section>
  );
}
