// The resolutions of a review: proposals with their effects, what to check first, and when to wait.
import { Anchor, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Dossier, Way } from '../../../shared/desk-api.ts';
import { Section } from '../../../shared/page.tsx';
import { t } from '../words/t.ts';
import { EffectShown } from './effect-shown.tsx';
import { isProposable, type Proposable } from './evidence.ts';
import { ProposeDialog } from './propose-dialog.tsx';
import classes from './reviews.module.css';
import { proposeWord } from './words.ts';

/** Every resolution; nothing if there is nothing to decide, or a proposal is pending. */
export function Ways({ ways, environment }: Pick<Dossier, 'ways' | 'environment'>) {
  const [chosen, setChosen] = useState<Proposable>();
  if (ways.length === 0) return null;
  return (
    <Section title={t('deskReviews.ways')}>
      <ul className={classes.ways}>
        {ways.map((way) => (
          <li key={`${way.kind} ${way.decision} ${way.words}`}>
            <WayOut way={way} onChoose={setChosen} />
          </li>
        ))}
      </ul>
      {chosen !== undefined && (
        <ProposeDialog way={chosen} environment={environment} onClose={() => setChosen(undefined)} />
      )}
    </Section>
  );
}

function WayOut({ way, onChoose }: { way: Way; onChoose: (way: Proposable) => void }) {
  if (way.kind === 'note') return <Text size="sm">{way.words}</Text>;
  if (!isProposable(way))
    return (
      <Text size="sm">
        {way.words}{' '}
        {way.subject !== null && (
          <Anchor component={Link} to={`/reviews/${way.subject}`} inherit>
            {way.subject}
          </Anchor>
        )}
      </Text>
    );
  return (
    <>
      <Text size="sm" fw={550}>
        {way.words}
      </Text>
      {way.effect === null ? (
        <Text size="sm" c="dimmed" mt={4}>
          {t('deskReviews.effectLater')}
        </Text>
      ) : (
        <EffectShown effect={way.effect} />
      )}
      <Button mt="sm" variant="default" onClick={() => onChoose(way)}>
        {t('deskReviews.dots', { action: proposeWord(way.decision) })}
      </Button>
    </>
  );
}
