// What was spent with cards this month, and which cards spent most.
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answer } from '../../../shared/client.ts';
import { Money } from '../../../shared/money.tsx';
import { Section } from '../../../shared/page.tsx';
import { ProblemShown } from '../../../shared/states/problem.tsx';
import { RowsSkeleton } from '../../../shared/states/skeletons.tsx';
import { cardWords } from '../cards/card.ts';
import { useScope } from '../session.ts';
import { monthText } from '../spend/months.ts';
import { t } from '../words/t.ts';
import classes from './card-spend.module.css';
import '../words/overview.ts';

/** The number is only a width; the row has the text. */
const widthOf = (amount: string, most: string) => (Number.parseFloat(amount) / Number.parseFloat(most)) * 100;

/** The cards with the most spend this month. */
export function CardSpend() {
  const { api, key, path } = useScope();
  const spend = useQuery({
    queryKey: key('transactions', 'spend', 'cards'),
    queryFn: () => answer(api.GET('/portal/v1/spend/cards')),
  });
  const shown = spend.data;
  const most = shown?.cards[0]?.spent ?? '0';
  const more = shown !== undefined && shown.cards.length > 0 && (
    <Anchor component={Link} to={path('transactions')} search={{ month: shown.month } as never} size="sm">
      {t('overview.all')}
      <span className="hidden-name"> {t('overview.cardSpend')}</span>
    </Anchor>
  );
  return (
    <Section title={t('overview.cardSpend')} actions={more}>
      {spend.isPending && <RowsSkeleton rows={3} />}
      {spend.isError && <ProblemShown error={spend.error} again={() => void spend.refetch()} />}
      {shown?.cards.length === 0 && (
        <Text c="dimmed" size="sm" px="lg" pb="lg">
          {t('overview.noCardSpend')}
        </Text>
      )}
      {shown !== undefined && shown.cards.length > 0 && (
        <div className={classes.inside}>
          <p className={classes.total}>
            <Money amount={shown.total} />
            <Text size="sm" c="dimmed" component="span">
              {t('overview.cardSpendHelp', { month: monthText(shown.month) })}
            </Text>
          </p>
          <ul className={classes.cards}>
            {shown.cards.map((card) => (
              <li key={card.cardId}>
                <Link to={path(`cards/${card.cardId}`)}>{cardWords(card)}</Link>
                <Money amount={card.spent} />
                <span className={classes.holder}>{card.holderName}</span>
                <span className={classes.track} aria-hidden="true">
                  <span className={classes.bar} style={{ width: `${widthOf(card.spent, most)}%` }} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}
